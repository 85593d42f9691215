import { expect, test } from 'vitest'
import { isWindowsText, toShellText } from './windows-syntax.ts'

test.each([
  'Remove-Item -Recurse dist',
  'gci C:\\ | select Name',
  'gci ~ | % { ri $_ }',
  'type %USERPROFILE%\\notes.txt',
  "$env:NODE_ENV = 'test'; npm test",
  '.\\build.ps1',
  '[IO.File]::Delete("a")',
  '(npm root -g).Trim()',
  '$files = dir; $files.Count',
  // Each sign alone, with little else.
  'start-job',
  'del *',
  'copy d:\\a',
  'reg query HKLM:a',
  '[Math]::Pi',
  'IF EXIST x',
  'net use \\\\a\\b',
  'ps | where {1}',
  'ps | select -first 1',
])('%s is for Windows', (text) => expect(isWindowsText(text)).toBe(true))

test.each([
  'git commit -m "use Remove-Item instead"',
  "grep -r 'Get-Item' docs",
  "sed 's/a\\.b/c/' x",
  'rm -rf My\\ Files',
  'echo 50%',
  "node -e '(a).b()'",
  'x=$(pwd).bak',
])('%s is for a POSIX shell', (text) => expect(isWindowsText(text)).toBe(false))

test.each([
  ['Remove-Item $env:USERPROFILE\\x', 'Remove-Item ~/x'],
  ['& "Remove-Item" C:\\', '"Remove-Item" C:/'],
  ["& ('Remove'+'-Item') x", "'Remove-Item' x"],
  ['dir && & "Remove-Item" C:\\', 'dir && "Remove-Item" C:/'],
  ['dir && . "Remove-Item" C:\\', 'dir && "Remove-Item" C:/'],
  ['. Remove-Item C:\\', 'Remove-Item C:/'],
  ['python -c "exec(\'run(\\"rm\\")\')"', 'python -c "exec(\'run(\\"rm\\")\')"'],
  ['del "C:\\a b\\" -Force', 'del "C:/a b/" -Force'],
  ["dir && . ('Remove-Item') C:\\", "dir && 'Remove-Item' C:/"],
  ['r^d /s C:\\', 'rd /s C:/'],
  ['Re`move-Item x', 'Remove-Item x'],
  ['gci ~ | % { ri $_ }', 'gci ~ | while read _; do  ri $_ ; done'],
  ["$env:A = 'b'; npm test", "A='b'; npm test"],
  ['(Get-Item a).Length', 'Get-Item a'],
  ["(Get-Date).AddDays(-1).ToString('yyyy')", 'Get-Date'],
  ["(Get-Content a) -replace 'b','c' | Set-Content a", 'Get-Content a | Set-Content a'],
  ['(Get-Item a).Delete()', '(Get-Item a).Delete()'],
  ['$x.Count', ':'],
  ['[math]::Round(1.5, 1)', ':'],
  ['[IO.Directory]::Delete("C:\\x", $true)', 'Remove-Item -Recurse "C:/x"'],
  ["Start-Process rm -ArgumentList '-rf','/'", "rm  -rf   /  ; Start-Process rm -ArgumentList '-rf','/'"],
])('%s', (text, shell) => expect(toShellText(text)).toBe(shell))

/** The CPU time of one reading in milliseconds, the best of several. */
function costOf(read: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    read()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...runs)
}

test.each([
  ['empty lines', '\n'],
  ['blanks', ' '],
  ['deletions without an end', '[IO.File]::Delete('],
  ['deletions without an end after a comma', '[IO.File]::Delete(a,'],
  ['processes of a class without an end', '[Diagnostics.Process]::Start('],
  ['values in parentheses', "('a' + "],
  ['loops without an end', 'foreach ($x in a '],
  ['blocks without an end', '| % { a; '],
  ['conditions without an end', 'if (a) { '],
  ['conditions of cmd without an end', ';if exist "a" '],
  ['quotes', `'a" `],
  ['processes without an end', 'Start-Process a b,'],
])('four times as many %s cost far less than sixteen times as much', (_what, unit) => {
  const textOf = (length: number): string => `Get-Item x;${unit.repeat(length / unit.length)}y`
  const growth = (read: (text: string) => unknown, length: number): number =>
    costOf(() => read(textOf(4 * length))) /
    Math.max(
      2,
      costOf(() => read(textOf(length))),
    )
  expect(growth(isWindowsText, 4_000)).toBeLessThan(8)
  expect(growth(toShellText, 32_000)).toBeLessThan(8)
})
