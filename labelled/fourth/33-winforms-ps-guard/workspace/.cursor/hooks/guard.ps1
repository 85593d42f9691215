$ErrorActionPreference = 'Stop'
$raw = [Console]::In.ReadToEnd()
$payload = $raw | ConvertFrom-Json

$bad = @('Remove-Item -Recurse', 'git clean -fdx', 'format C:')
$hit = $false
foreach ($b in $bad) {
    if ($payload.command -contains $b) {
        $hit = $true
    }
}

if ($hit) {
    @{ permission = 'deny'; user_message = 'Destructive command.'; agent_message = 'This command deletes files; ask the user.' } | ConvertTo-Json -Compress
} else {
    @{ permission = 'allow' } | ConvertTo-Json -Compress
}
