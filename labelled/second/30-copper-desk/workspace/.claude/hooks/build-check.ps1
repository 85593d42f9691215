$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json
if ($payload.stop_hook_active) { exit 0 }

$log = dotnet build --nologo --verbosity quiet 2>&1 | Out-String
if ($LASTEXITCODE -ne 0) {
    [Console]::Error.WriteLine("The build is broken:`n" + $log)
    exit 2
}
exit 0
