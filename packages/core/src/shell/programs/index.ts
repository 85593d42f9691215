/** Every program whose arguments we describe, by name: the one place that knows what a program does with its words. */
import type { ShellCommand } from '../types.ts'
import { archivePrograms } from './archives.ts'
import type { ReadArguments } from './argument-state.ts'
import { filePrograms } from './files.ts'
import type { Grammar } from './grammar.ts'
import { networkPrograms } from './network.ts'
import { readArguments } from './read-arguments.ts'
import { searchPrograms } from './search.ts'
import { startingPrograms } from './starting.ts'
import { textPrograms } from './text.ts'
import { vcsPrograms } from './vcs.ts'

const tables = [
  filePrograms,
  searchPrograms,
  textPrograms,
  archivePrograms,
  networkPrograms,
  startingPrograms,
  vcsPrograms,
]

const byName = new Map<string, Grammar>()
for (const table of tables)
  for (const [names, row] of Object.entries(table)) for (const name of names.split('|')) byName.set(name, row)

/** The row of a program; `python3.12` is `python`, `FIND.EXE` is `find`. Undefined for a program we do not know. */
export function grammarOf(name: string): Grammar | undefined {
  return byName.get(name) ?? byName.get(plainName(name))
}

/** Every name that has a row. */
export const knownPrograms = (): readonly string[] => [...byName.keys()]

/** The name without `.exe` and version. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|ps1)$/, '')
    .replace(/(?<=[a-z])-?\d+(\.\d+)*$/, '')

const read = new WeakMap<ShellCommand, ReadArguments | undefined>()

/** What every word of the command is to its program; undefined for a program we do not know. Read once for all rules. */
export function argumentsOf(command: ShellCommand): ReadArguments | undefined {
  if (read.has(command)) return read.get(command)
  const row = grammarOf(command.name)
  const found = row === undefined ? undefined : readArguments(row, command.words.slice(1))
  read.set(command, found)
  return found
}
