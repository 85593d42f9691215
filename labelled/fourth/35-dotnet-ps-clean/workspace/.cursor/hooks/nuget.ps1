# Windows-only team; everybody has PowerShell 5.1
$ErrorActionPreference = 'Stop'
$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json

if ($payload.command -match '\bnuget\s+push\b') {
    $reply = @{
        permission    = 'deny'
        user_message  = 'Packages are pushed by the release pipeline.'
        agent_message = "Refused: $($payload.command). The pipeline pushes packages."
    }
} else {
    $reply = @{ permission = 'allow' }
}
$reply | ConvertTo-Json -Compress
exit 0
