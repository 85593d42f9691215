/** Programs of Windows, with slashes and PowerShell's names. */
import type { Grammar } from './grammar.ts'

const powershell: Grammar = {
  spelling: 'powershell',
  order: 'options first',
  flags: '-NoProfile -NoLogo -NonInteractive -NoExit -Sta -Mta -Interactive -Login -l -Help -?',
  values: {
    words: '-Command -c -CommandWithArgs',
    'script:powershell': '-File -f',
    'code:base64-powershell': '-EncodedCommand -e -ec -enc',
    data: '-ExecutionPolicy -ex -ep -WindowStyle -w -Version -PSConsoleFile -InputFormat -OutputFormat -ConfigurationName -WorkingDirectory -wd -SettingsFile -CustomPipeName',
  },
  operands: 'script:powershell data*',
  input: { '-Command|-c|-CommandWithArgs|-File|-f|-EncodedCommand|-e|-ec|-enc': 'none', 'no operands': 'shell' },
}

export const windowsPrograms: Readonly<Record<string, Grammar>> = {
  cmd: {
    spelling: 'slashes',
    order: 'options first',
    flags: '/q /d /a /u /s',
    values: { words: '/c /k /r', data: '/t /v /e /f' },
    operands: 'data*',
    input: { 'no operands': 'shell' },
  },
  powershell: { ...powershell, operands: 'words' },
  pwsh: powershell,
  start: {
    spelling: 'slashes',
    order: 'options first',
    flags: '/b /min /max /wait /i /low /normal /high /realtime /separate /shared',
    values: { directory: '/d', data: '/node /affinity' },
    operands: 'command',
  },
  forfiles: {
    spelling: 'slashes',
    flags: '/s',
    values: { directory: '/p', selects: '/m', words: '/c', data: '/d' },
    operands: 'data*',
  },
  wmic: {
    spelling: 'slashes',
    values: { host: '/node', data: '/user /password /namespace' },
    verbs: {
      process: { verbs: { call: { verbs: { create: { operands: 'shell*' } }, operands: 'data*' } }, operands: 'data*' },
    },
    operands: 'data*',
  },
  runas: {
    spelling: 'slashes',
    flags: '/noprofile /profile /env /netonly /savecred /smartcard',
    values: { data: '/user /trustlevel' },
    operands: 'shell*',
  },
  schtasks: {
    spelling: 'slashes',
    flags: '/create /delete /query /run /end /change /f',
    values: { shell: '/tr', data: '/tn /sc /mo /d /m /st /sd /ed /ru /rp /rl /s /u /p /i', read: '/xml' },
    operands: 'data*',
    effects: { persists: '/create', deletes: '/delete' },
  },
  'psexec|psexec64|paexec': {
    spelling: 'words',
    order: 'options first',
    values: { data: '-u -p -n -r -w -a' },
    operands: 'command',
  },
  wsl: {
    order: 'options first',
    flags: '--list -l --shutdown --status --update --install --system',
    values: {
      data: '-d|--distribution -u|--user --shell-type --terminate -t --unregister --export --import --set-default',
      directory: '--cd',
      command: '-e|--exec',
    },
    operands: 'command',
    afterDashes: 'command',
    input: { 'no operands': 'shell' },
  },
  'del|erase': { spelling: 'slashes', flags: '/s /q /f /p /a', operands: 'delete*', effects: { deletes: '*' } },
  'rd|rmdir.exe': { spelling: 'slashes', flags: '/s /q', operands: 'delete*', effects: { deletes: '*' } },
  'copy|xcopy|robocopy': { spelling: 'slashes', operands: 'read write unknown*' },
  'move|ren': { spelling: 'slashes', operands: 'delete write' },
}
