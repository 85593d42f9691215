/** Reads the tables of services: a line for each program, with the words that make it delete, stop or open something. */
import type { ShellCommand } from '@hookline/core/shell'

/**
 * `nats: stream|kv rm|purge, server reset -f → delete messages`. Phrases are separated by commas. A word is matched in order,
 * with `*` for any text; a phrase that is only `*` is any use of the program. A word that begins with `-` is an option that must be given
 * (`--acl=public*` also in two words), and `!-x` is one that must not.
 */
interface Phrase {
  readonly words: readonly RegExp[]
  readonly options: readonly RegExp[]
  readonly unless: readonly RegExp[]
}
export interface ServiceRow {
  /** Read at the first use of one of its programs: there are hundreds of rows, and a command uses few. */
  phrases(): readonly Phrase[]
  /** What the command would do. */
  readonly would: string
}
export interface Services {
  /** The rows of a program; undefined if it has none. */
  get(name: string): readonly ServiceRow[] | undefined
  names(): readonly string[]
}

const pattern = (text: string): string =>
  text
    .split('|')
    .map((one) => one.replace(/[.+?^${}()[\]\\]/g, '\\$&').replaceAll('*', '.*'))
    .join('|')

/** `-f` also stands in `-rf`; a value of `false` takes the option back. */
function optionPattern(text: string): RegExp {
  if (/^-[A-Za-z]$/.test(text)) return new RegExp(`^-[A-Za-z]*${text.slice(1)}[A-Za-z]*$`)
  return new RegExp(`^(?:${pattern(text)})(?:=(?!(?:false|0|no|off)$).*)?$`)
}

function phraseOf(text: string): Phrase {
  const parts = text.trim().split(/\s+/)
  const isOption = (part: string): boolean => /^-./.test(part)
  return {
    words: (parts.length === 1 && parts[0] === '*' ? [] : parts)
      .filter((part) => !/^!?-./.test(part))
      .map((part) => new RegExp(`^(?:${pattern(part)})$`, 's')),
    options: parts.filter(isOption).map(optionPattern),
    unless: parts.filter((part) => part.startsWith('!-')).map((part) => optionPattern(part.slice(1))),
  }
}

/** Tables with a row on each line; the same program may have several. They are searched, because a process asks for few programs. */
export function readServices(...tables: readonly string[]): Services {
  const found = new Map<string, readonly ServiceRow[]>()
  return {
    get(name) {
      const known = found.get(name)
      if (known !== undefined) return known
      const rows = tables.flatMap((table) => linesOf(table, name)).map(readRow)
      if (rows.length === 0) return undefined
      found.set(name, rows)
      return rows
    },
    names: () => [
      ...new Set(tables.flatMap((table) => table.split('\n')).flatMap((line) => splitLine(line)?.names ?? [])),
    ],
  }
}

/** The lines of a table that name this program. */
function linesOf(table: string, name: string): readonly string[] {
  const lines: string[] = []
  for (let at = table.indexOf(name); at !== -1 && name !== ''; ) {
    const next = table.indexOf('\n', at)
    const end = next === -1 ? table.length : next
    const line = table.slice(table.lastIndexOf('\n', at) + 1, end)
    if (splitLine(line)?.names.includes(name)) lines.push(line)
    at = table.indexOf(name, end)
  }
  return lines
}

/** By hand: an expression for the line takes several times as long. */
function splitLine(line: string) {
  const colon = line.indexOf(': ')
  const arrow = line.lastIndexOf(' → ')
  if (colon < 0 || arrow < colon + 2) return undefined
  return {
    names: line.slice(0, colon).trim().split(' '),
    phrases: line.slice(colon + 2, arrow),
    would: line.slice(arrow + 3).trim(),
  }
}

function readRow(line: string): ServiceRow {
  const { phrases = '', would = '' } = splitLine(line) ?? {}
  return { would, phrases: once(() => phrases.split(',').map(phraseOf)) }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What the words would do by the rows of their program; undefined when no phrase is among them. */
export function serviceEffect(rows: readonly ServiceRow[], { words }: ShellCommand): string | undefined {
  const args = words.slice(1).map((word) => word.text)
  return rows.find(({ phrases }) => phrases().some((phrase) => isSpoken(phrase, args)))?.would
}

function isSpoken({ words, options, unless }: Phrase, args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  const isGiven = (option: RegExp): boolean =>
    own.some((text, at) => option.test(text) || (/^-[^=]+$/.test(text) && option.test(`${text}=${own[at + 1] ?? ''}`)))
  return options.every(isGiven) && !unless.some(isGiven) && follows(words, args, 0)
}

/**
 * Options may stand anywhere between the words, and the word after an option may be its value. `tried` holds, for each number of
 * words that are left, the places that were tried: what did not follow from one of them is not tried again.
 */
function follows(
  [first, ...rest]: readonly RegExp[],
  args: readonly string[],
  from: number,
  tried = new Map<number, Set<number>>(),
): boolean {
  if (first === undefined) return true
  const failed = tried.get(rest.length) ?? new Set<number>()
  tried.set(rest.length, failed)
  for (let at = from; at < args.length && !failed.has(at); at++) {
    failed.add(at)
    const text = args[at] ?? ''
    if (/^-./.test(text)) continue
    if (first.test(text) && follows(rest, args, at + 1, tried)) return true
    if (!/^-./.test(args[at - 1] ?? '')) return false
  }
  return false
}
