/** All programs with a known grammar, by name. */
import type { ShellCommand } from '../types.ts'
import { archivePrograms } from './archives.ts'
import type { ReadArguments } from './argument-state.ts'
import { buildPrograms } from './build-tools.ts'
import { consolePrograms } from './consoles.ts'
import { containerPrograms } from './containers.ts'
import { filePrograms } from './files.ts'
import { compileGrammar, type Grammar } from './grammar.ts'
import { interpreterPrograms } from './interpreters.ts'
import { keyPrograms } from './keys.ts'
import { moreInterpreterPrograms } from './more-interpreters.ts'
import { namingPrograms } from './names.ts'
import { networkPrograms } from './network.ts'
import { packagePrograms } from './packages.ts'
import { powershellPrograms } from './powershell.ts'
import { processPrograms } from './processes.ts'
import { readArguments } from './read-arguments.ts'
import { searchPrograms } from './search.ts'
import { startingPrograms } from './starting.ts'
import { supervisingPrograms } from './supervisors.ts'
import { terminalPrograms } from './terminals.ts'
import { textPrograms } from './text.ts'
import { vcsPrograms } from './vcs.ts'
import { windowsPrograms } from './windows.ts'

/** If two tables have the same program, the later one wins. */
const tables = [
  packagePrograms,
  processPrograms,
  filePrograms,
  searchPrograms,
  textPrograms,
  archivePrograms,
  networkPrograms,
  keyPrograms,
  namingPrograms,
  powershellPrograms,
  startingPrograms,
  interpreterPrograms,
  consolePrograms,
  containerPrograms,
  windowsPrograms,
  vcsPrograms,
  supervisingPrograms,
  buildPrograms,
  terminalPrograms,
  moreInterpreterPrograms,
]

const byName = new Map<string, Grammar>()
for (const table of tables)
  for (const [names, row] of Object.entries(table)) {
    if (!names.includes('|')) byName.set(names, row)
    else for (const name of names.split('|')) byName.set(name, row)
  }
// Some file systems ignore case: `rscript` starts `Rscript`.
for (const [name, row] of byName) {
  const lower = name.toLowerCase()
  if (lower !== name && !byName.has(lower)) byName.set(lower, row)
}

/** The row of a program; `python3.12` is `python`, `FIND.EXE` is `find`. Undefined for an unknown program. */
export function grammarOf(name: string): Grammar | undefined {
  return byName.get(name) ?? byName.get(plainName(name))
}

const interpreters = new Set(Object.keys(interpreterPrograms).flatMap((names) => names.split('|')))

/** A shell, or an interpreter of another language. */
export const isInterpreter = (name: string): boolean => interpreters.has(name) || interpreters.has(plainName(name))

/** Every name that has a row. */
export const knownPrograms = (): readonly string[] => [...byName.keys()]

/** The name without `.exe` and version. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|ps1)$/, '')
    .replace(/(?<=[a-z])-?\d+(\.\d+)*$/, '')

/** Whether one of these options is given, in any spelling that the row knows: `-f`, `--force`, `--forc`. */
export function hasOption({ grammar, options }: ReadArguments, ...spellings: readonly string[]): boolean {
  const rows = compileGrammar(grammar).options
  return spellings.some((spelling) => {
    const name = rows.get(spelling)?.name ?? spelling
    // An abbreviation of an unknown option stays as it was written.
    return options.some((one) => one.name === name || (/^--\w{3}/.test(one.name) && spelling.startsWith(one.name)))
  })
}

const read = new WeakMap<ShellCommand, ReadArguments | undefined>()

/** The meaning of every word of the command; undefined for an unknown program. Cached, because many rules need it. */
export function argumentsOf(command: ShellCommand): ReadArguments | undefined {
  if (read.has(command)) return read.get(command)
  const row = grammarOf(command.name)
  const found = row === undefined ? undefined : readArguments(row, command.words.slice(1))
  read.set(command, found)
  return found
}
