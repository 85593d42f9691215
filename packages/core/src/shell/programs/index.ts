/** All programs with a known grammar, by name. */
import { createNameIndex } from '../name-index.ts'
import type { ShellCommand } from '../types.ts'
import type { ReadArguments } from './argument-state.ts'
import { compileGrammar, type Grammar } from './grammar.ts'
import { readArguments } from './read-arguments.ts'
import { tableIndex } from './table-index.ts'
import { addLowerCase, interpreterNames, type ProgramTable, programTables, rowsByName } from './tables.ts'

const index = createNameIndex(tableIndex)
const made = new Map<string, ReadonlyMap<string, Grammar>>()

function findRow(name: string): Grammar | undefined {
  const location = index.find(name)
  if (location === undefined) return undefined
  const rows = made.get(location) ?? addLowerCase(rowsByName(loadTable(location)))
  made.set(location, rows)
  return rows.get(name)
}

/** A table that cannot be loaded is an error: without it a guard would take its programs for unknown ones. */
function loadTable(location: string): ProgramTable {
  const table = programTables[Number(location)]?.()
  if (table === undefined) throw new Error(`the table ${location} of programs is missing`)
  return table
}

/** The row of a program; `python3.12` is `python`, `FIND.EXE` is `find`. Undefined for an unknown program. */
export function grammarOf(name: string): Grammar | undefined {
  return findRow(name) ?? findRow(plainName(name))
}

let interpreters: ReadonlySet<string> | undefined

/** A shell, or an interpreter of another language. */
export function isInterpreter(name: string): boolean {
  interpreters ??= interpreterNames()
  return interpreters.has(name) || interpreters.has(plainName(name))
}

/** Every name that has a row. */
export const knownPrograms = (): readonly string[] => index.names()

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
