/** Windows programs that change the machine or run code that no one has read. */
import { ask, deny } from '../../rule.ts'
import type { MachineRow } from './row.ts'

const settings = ask('change settings of the system')
const unread = ask('run downloaded code that no one has read')

export const windowsRows: readonly MachineRow[] = [
  {
    name: 'network',
    programs: 'setx',
    only: /^"?(https?_proxy|all_proxy|NODE_OPTIONS|PATH|PYTHONPATH|GIT_SSH\w*)\b/i,
    finding: ask('change what every program of this machine uses'),
  },
  {
    name: 'strange-code',
    programs: 'powershell pwsh cscript wscript',
    only: /(^| )((-f|-file) )?(\\\\|\/\/)[\w.-]+[\\/]\S+\.(ps1|vbs|js|wsf)\b/i,
    finding: deny('run code from another machine'),
  },
  {
    name: 'strange-code',
    programs: 'rundll32 regsvr32 msiexec Add-Type Import-Module installutil regasm odbcconf',
    only: /(^|[ =:"'])((\\\\|\/\/)[\w.-]+[\\/]|https?:\/\/)|\/i:http/i,
    finding: deny('run code from another machine'),
  },
  { name: 'settings', programs: 'fsutil', only: /\b(setzerodata|deletejournal|delete|set\w*)\b/i, finding: settings },
  {
    name: 'rights',
    programs: 'icacls cacls',
    only: /\/(grant|deny|remove|reset|setowner|inheritance|setintegritylevel)/i,
    finding: ask('change who may use files'),
  },
  { name: 'rights', programs: 'takeown', finding: ask('change who may use files') },
  {
    name: 'rights',
    programs: 'attrib',
    only: /(^| )[-+][a-z]\b.*([A-Z]:|%|~)/i,
    finding: ask('change files of the system'),
  },
  {
    name: 'processes',
    programs: 'taskkill',
    only: /\/im\s+"?(\*|explorer|lsass|csrss|winlogon|svchost|MsMpEng)|\/fi\b/i,
    finding: ask('end processes of others'),
  },
  { name: 'network', programs: 'Enable-PSRemoting winrm Enable-WSManCredSSP', finding: ask('let other machines in') },
  { name: 'attack', programs: 'mshta', only: /https?:|javascript:|vbscript:/i, finding: unread },
  { name: 'attack', programs: 'regsvr32', only: /\/i:|scrobj|https?:/i, finding: unread },
  { name: 'attack', programs: 'rundll32', only: /javascript:|https?:|comsvcs|url\.dll|shell32/i, finding: unread },
  { name: 'attack', programs: 'wscript cscript', only: /\/\/e:|https?:|%temp%|\/temp\//i, finding: unread },
  { name: 'attack', programs: 'msiexec', only: /\/(i|package)\s+https?:|\/x\b|\/uninstall\b/i, finding: unread },
  {
    name: 'attack',
    programs: 'installutil msbuild regasm regsvcs',
    only: /https?:|\/u\b.*\/logfile=/i,
    finding: unread,
  },
  {
    name: 'files',
    programs: 'forfiles',
    only: /\b(del|rd|rmdir|erase)\b/i,
    finding: ask('delete files that it searches for'),
  },
  {
    name: 'secrets',
    programs: 'reg',
    only: /^(save|export)\s+"?(HKLM|HKEY_LOCAL_MACHINE)[\\/]?(SAM|SECURITY|SYSTEM)/i,
    finding: deny('copy the passwords of this machine'),
  },
  {
    name: 'attack',
    programs: 'powershell pwsh cmd rundll32 regsvr32 msiexec cscript wscript mshta Import-Module',
    only: /(^|[ "'])(\\\\|\/\/)[\w.-]+[\\/][^ ]+\.(ps1|psm1|exe|dll|bat|cmd|vbs|js|hta|msi)\b/i,
    finding: ask('run a program of another machine that no one has read'),
  },
  {
    name: 'attack',
    programs: 'Invoke-Mimikatz Invoke-PowerShellTcp Invoke-Kerberoast',
    finding: deny('attack this machine'),
  },
  {
    name: 'attack',
    programs: 'Install-Module Install-Script Install-PSResource',
    only: /-SkipPublisherCheck|-AllowPrerelease.*-Force|-TrustRepository/i,
    finding: ask('install a package without review or verification'),
  },
  { name: 'secrets', programs: 'ConvertFrom-SecureString', only: /-AsPlainText/i, finding: ask('print a secret') },
  { name: 'secrets', programs: 'vaultcmd', only: /\/list(creds|properties)/i, finding: ask('print a secret') },
  { name: 'secrets', programs: 'rundll32', only: /keymgr/i, finding: ask('change or print passwords') },
  { name: 'secrets', programs: 'cmdkey', only: /\/(delete|add)/i, finding: ask('delete or change passwords') },
  { name: 'secrets', programs: 'vaultcmd', only: /\/delete/i, finding: ask('delete or change passwords') },
  {
    name: 'settings',
    programs: 'Set-ItemProperty sp New-ItemProperty Set-Item',
    only: /HK(LM|CU|CR|U|EY_\w+):|CurrentVersion[\\/]Run/i,
    finding: settings,
  },
  {
    name: 'settings',
    programs: 'Clear-Content clc',
    only: /([A-Z]:[\\/]Users|~[\\/]|[A-Z]:[\\/]Windows)/i,
    finding: ask('empty a file outside the workspace'),
  },
  { name: 'settings', programs: 'dism', only: /\/(remove|disable|cleanup-image|apply)/i, finding: settings },
  {
    name: 'settings',
    programs: 'powercfg',
    only: /[/-](delete|h|setactive|restoredefaultschemes)/i,
    finding: settings,
  },
  {
    name: 'settings',
    programs:
      'Rename-Computer Set-LocalUser Set-Service Set-NetFirewallProfile Set-NetFirewallRule Set-ADUser Set-ADAccountPassword Move-ADObject',
    finding: settings,
  },
  { name: 'settings', programs: 'dsrm dsmod', finding: ask('change who may use this network') },
  {
    name: 'settings',
    programs: 'manage-bde',
    only: /-(off|wipefreespace|forcerecovery|delete|lock)/i,
    finding: deny('change the defences of this machine'),
  },
  {
    name: 'disk',
    programs: 'Optimize-Volume Resize-Partition Set-Disk Reset-PhysicalDisk Remove-VirtualDisk Remove-StoragePool',
    finding: ask('change a disk'),
  },
]
