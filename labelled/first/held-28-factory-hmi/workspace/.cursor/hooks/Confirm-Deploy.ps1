# Ask before anything is deployed to a line controller.
$hookEvent = [Console]::In.ReadToEnd() | ConvertFrom-Json
$cmd = $hookEvent.command

if ($cmd -match 'line-\d+') {
    Write-Output "{ ""permission"": ""ask"", ""user_message"": ""Deploy to a line controller? $cmd"" }"
} else {
    Write-Output '{ "permission": "allow" }'
}
