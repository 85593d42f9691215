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
])('%s is for Windows', (text) => expect(isWindowsText(text)).toBe(true))

test.each([
  'git commit -m "use Remove-Item instead"',
  "grep -r 'Get-Item' docs",
  "sed 's/a\\.b/c/' x",
  'rm -rf My\\ Files',
  'echo 50%',
])('%s is for a POSIX shell', (text) => expect(isWindowsText(text)).toBe(false))

test.each([
  ['Remove-Item $env:USERPROFILE\\x', 'Remove-Item ~/x'],
  ['& "Remove-Item" C:\\', '"Remove-Item" C:/'],
  ["& ('Remove'+'-Item') x", "'Remove-Item' x"],
  ['r^d /s C:\\', 'rd /s C:/'],
  ['Re`move-Item x', 'Remove-Item x'],
  ['gci ~ | % { ri $_ }', 'gci ~ | while read _; do  ri $_ ; done'],
  ["$env:A = 'b'; npm test", "A='b'; npm test"],
  ['[IO.Directory]::Delete("C:\\x", $true)', 'Remove-Item -Recurse "C:/x"'],
  ["Start-Process rm -ArgumentList '-rf','/'", "rm  -rf   /  ; Start-Process rm -ArgumentList '-rf','/'"],
])('%s', (text, shell) => expect(toShellText(text)).toBe(shell))
