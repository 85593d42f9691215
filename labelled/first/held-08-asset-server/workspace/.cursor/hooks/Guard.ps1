#!/usr/bin/env pwsh
$ErrorActionPreference = 'Stop'
$hookEvent = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF) | ConvertFrom-Json

function Send-Reply([hashtable] $Reply) {
    [Console]::Out.Write(($Reply | ConvertTo-Json -Compress))
    exit 0
}

$rules = @(
    @{ Pattern = '(?i)\bRemove-Item\b.*-Recurse'; Why = 'Recursive deletes are done by hand.' }
    @{ Pattern = '(?i)\bformat-volume\b';          Why = 'Volumes are never formatted from here.' }
)

foreach ($rule in $rules) {
    if ($hookEvent.command -match $rule.Pattern) {
        Send-Reply @{
            permission    = 'deny'
            user_message  = $rule.Why
            agent_message = "$($rule.Why) The command was: $($hookEvent.command)"
        }
    }
}
Send-Reply @{ permission = 'allow' }
