/** All tables of programs. Each is a function, because a process needs few of them. If two have the same program, the later one wins. */
import { archivePrograms } from './archives.ts'
import { buildPrograms } from './build-tools.ts'
import { consolePrograms } from './consoles.ts'
import { containerPrograms } from './containers.ts'
import { filePrograms } from './files.ts'
import type { Grammar } from './grammar.ts'
import { interpreterPrograms } from './interpreters.ts'
import { keyPrograms } from './keys.ts'
import { moreInterpreterPrograms } from './more-interpreters.ts'
import { namingPrograms } from './names.ts'
import { networkPrograms } from './network.ts'
import { packagePrograms } from './packages.ts'
import { powershellPrograms } from './powershell.ts'
import { processPrograms } from './processes.ts'
import { searchPrograms } from './search.ts'
import { startingPrograms } from './starting.ts'
import { supervisingPrograms } from './supervisors.ts'
import { terminalPrograms } from './terminals.ts'
import { textPrograms } from './text.ts'
import { vcsPrograms } from './vcs.ts'
import { windowsPrograms } from './windows.ts'

export type ProgramTable = Readonly<Record<string, Grammar>>

export const programTables: readonly (() => ProgramTable)[] = [
  () => packagePrograms,
  () => processPrograms,
  () => filePrograms,
  () => searchPrograms,
  () => textPrograms,
  () => archivePrograms,
  () => networkPrograms,
  () => keyPrograms,
  () => namingPrograms,
  () => powershellPrograms,
  () => startingPrograms,
  () => interpreterPrograms,
  () => consolePrograms,
  () => containerPrograms,
  () => windowsPrograms,
  () => vcsPrograms,
  () => supervisingPrograms,
  () => buildPrograms,
  () => terminalPrograms,
  () => moreInterpreterPrograms,
]

export const interpreterNames = (): ReadonlySet<string> => new Set(rowsByName(interpreterPrograms).keys())

/** The rows of a table by each of their names. */
export function rowsByName(table: ProgramTable): Map<string, Grammar> {
  const rows = new Map<string, Grammar>()
  for (const [names, row] of Object.entries(table)) for (const name of names.split('|')) rows.set(name, row)
  return rows
}

/** Some file systems ignore case: `rscript` starts `Rscript`. */
export function addLowerCase<T>(byName: Map<string, T>): Map<string, T> {
  for (const [name, value] of [...byName]) {
    const lower = name.toLowerCase()
    if (lower !== name && !byName.has(lower)) byName.set(lower, value)
  }
  return byName
}
