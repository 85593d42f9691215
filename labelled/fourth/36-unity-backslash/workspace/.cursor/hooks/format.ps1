$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json
if ($payload.file_path -like '*.cs') {
    dotnet format whitespace --include "$($payload.file_path)" | Out-Null
}
exit 0
