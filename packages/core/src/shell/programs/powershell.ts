/** PowerShell's commands for files, under their names and short names. */
import type { Grammar } from './grammar.ts'

const common = `-ErrorAction -ErrorVariable -Filter -Include -Exclude -Credential -Depth -Encoding -Stream -WarningAction
  -Attributes -Delimiter -ReadCount`
/** A command whose files are values of `-Path`, or operands. */
const files = (
  kind: 'read' | 'write' | 'delete' | 'name',
  operands: string,
  more: Grammar['values'] = {},
): Grammar => ({
  spelling: 'powershell',
  flags:
    '-Recurse -Force -Raw -Wait -WhatIf -Confirm -Verbose -Debug -PassThru -NoNewline -Append -NoClobber -Hidden -File -Directory -Name -AsByteStream -System -ReadOnly -CaseSensitive -SimpleMatch -List -Quiet -NotMatch -AllMatches -Container',
  operands: { '-Path': operands.replace(/^\S+ ?/, '') || 'data*', '*': operands },
  values: { [kind]: '-Path|-LiteralPath|-FilePath|-PSPath', ...more, data: `${common} ${more.data ?? ''}` },
})
export const powershellPrograms: Readonly<Record<string, Grammar>> = {
  'get-content|gc|format-hex|import-csv|import-clixml|get-filehash': files('read', 'read*', {
    data: '-TotalCount -Head -First -Tail -Last -Count -Algorithm',
  }),
  'select-string|sls': {
    ...files('read', 'pattern read*', { pattern: '-Pattern', data: '-Context' }),
    quiet: '-Quiet|-List',
  },
  'remove-item|ri': files('delete', 'delete*'),
  'clear-content|clc|clear-item': files('write', 'write*'),
  'set-content|add-content|ac|out-file|tee-object|new-item|ni|export-csv': files('write', 'write data*', {
    data: '-Value -InputObject -ItemType -Type -Width -Variable',
  }),
  'copy-item|cpi': files('read', 'read write', { write: '-Destination' }),
  'move-item|mi|rename-item|rni': files('delete', 'delete write', { write: '-Destination|-NewName' }),
  'get-childitem|gci|get-item|gi|test-path|resolve-path|get-acl|split-path': files('name', 'name*'),
}
