/** Reads one option with its value: full names, clusters, abbreviations, values in the same word or the next. */
import { type Argument, type ArgumentState, give, push, wordAt } from './argument-state.ts'
import { type CompiledGrammar, compileGrammar, type Grammar, type OptionRow } from './grammar.ts'

export function isOption(row: Grammar, text: string, at: number): boolean {
  if (at === 0 && row.firstWordIsCluster === true && /^[a-zA-Z]/.test(text)) return true
  if (row.spelling === 'slashes' && /^\/[a-zA-Z?]+([:=].*)?$/.test(text)) return true
  if (text.startsWith('+') && text.length > 1) return compileGrammar(row).options.has('+')
  if (row.spelling === 'words' && compileGrammar(row).options.has(text)) return true
  return text.startsWith('-') && (text.length > 1 || compileGrammar(row).options.has('-'))
}

/** Returns the index of the next word. */
export function readOption(state: ArgumentState, at: number): number {
  const word = wordAt(state, at)
  const [row = {}] = state.rows
  const { text } = word
  const [head, value] = compileGrammar(row).options.has(text) ? [text, undefined] : splitOption(row, text)
  const known = findOption(state.rows, head)
  if (known !== undefined || isWhole(row, text)) return giveOption(state, at, known, head, value)
  return readCluster(state, at)
}

/** Splits `--name=value` and `/name:value`. */
function splitOption(row: Grammar, text: string): readonly [string, string | undefined] {
  if (text.startsWith('+')) return ['+', text.slice(1)]
  const colon = row.spelling === 'slashes' || row.spelling === 'powershell'
  const [, head, value] = (colon ? /^([-/][^:=]*)[:=]([\s\S]*)$/ : /^(-[^=]*)=([\s\S]*)$/).exec(text) ?? []
  // `-e=x` of a program with clusters is the option `-e` with the value `=x`.
  const short = head?.length === 2 && (row.spelling ?? 'clusters') === 'clusters'
  return head === undefined || short ? [text, undefined] : [head, value]
}

const isWhole = (row: Grammar, text: string): boolean => text.startsWith('--') || !takesClusters(row)
const takesClusters = (row: Grammar): boolean => (row.spelling ?? 'clusters') === 'clusters'

function findOption(rows: readonly Grammar[], head: string): OptionRow | undefined {
  for (const row of rows) {
    const table = compileGrammar(row)
    const found = table.options.get(head) ?? findAbbreviated(row, table, head)
    if (found !== undefined) return found
  }
  return undefined
}

function findAbbreviated(row: Grammar, { options, long }: CompiledGrammar, head: string): OptionRow | undefined {
  if (row.spelling === 'powershell' || row.spelling === 'slashes') {
    const lower = head.toLowerCase().replace(/^-(?=.*)/, row.spelling === 'slashes' ? '/' : '-')
    const exact = [...options.keys()].find((one) => one.toLowerCase() === lower)
    const starting = [...options.keys()].filter((one) => one.toLowerCase().startsWith(lower))
    return options.get(exact ?? (row.spelling === 'powershell' ? (starting[0] ?? '') : ''))
  }
  // `--name` of a program that writes `-name`.
  if (row.spelling === 'words' && head.startsWith('--')) return options.get(head.slice(1))
  if (!head.startsWith('--') || head.length < 5) return undefined
  const starting = new Set(long.filter((one) => one.startsWith(head)).map((one) => options.get(one)))
  return starting.size === 1 ? [...starting][0] : undefined
}

/** Records an option with its value. */
function giveOption(
  state: ArgumentState,
  at: number,
  known: OptionRow | undefined,
  head: string,
  value: string | undefined,
): number {
  const word = wordAt(state, at)
  const name = known?.name ?? head
  if (value !== undefined) {
    const { kind = 'unknown', language } = known ?? {}
    const part = { ...word, text: value }
    give(state, { name, value: part })
    return push(state, at, part, { kind, option: name, ...(language === undefined ? {} : { language }) })
  }
  push(state, at, word, { kind: 'option', option: name })
  return readBareOption(state, at + 1, known, name)
}

/** BSD's `sed -i ''` and `sed -i .bak` have the suffix in a separate word. */
const isSuffix = (text: string | undefined): boolean => /^(\.(bak|orig|old|backup|tmp))?$/.test(text ?? 'none')

/** Reads an option whose value, if it takes one, is in the next word. */
function readBareOption(state: ArgumentState, from: number, known: OptionRow | undefined, name: string): number {
  const takes = known?.kind !== undefined && (!known.optional || isSuffix(state.words[from]?.text))
  if (takes) return readValue(state, from, known)
  give(state, { name })
  return from
}

function readValue(state: ArgumentState, from: number, known: OptionRow): number {
  const { name, kind = 'unknown', language, count } = known
  const about = { kind, option: name, ...(language === undefined ? {} : { language }) }
  if (kind === 'command' || kind === 'words') return readCommand(state, from, about)
  const value = state.words[from]
  give(state, value === undefined ? { name } : { name, value })
  const end = Math.min(from + count, state.words.length)
  // Of two words, the first is a name.
  for (let at = from; at < end; at++)
    push(state, at, wordAt(state, at), at === end - 1 ? about : { ...about, kind: 'data' })
  return end
}

/** `-exec rm {} ;`: up to the mark or the end. */
function readCommand(state: ArgumentState, from: number, about: Omit<Argument, 'at' | 'word'>): number {
  const group = state.groups++
  give(state, { name: about.option ?? '' })
  for (let at = from; at < state.words.length; at++) {
    const word = wordAt(state, at)
    const ends = word.text === ';' || (word.text === '+' && state.words[at - 1]?.text === '{}')
    push(state, at, word, ends ? { kind: 'separator' } : { ...about, group })
    if (ends) return at + 1
  }
  return state.words.length
}

/** `-rf`, `-bfix`, `-qO file`: letter by letter, until one takes a value. */
function readCluster(state: ArgumentState, at: number): number {
  const word = wordAt(state, at)
  const letters = word.text.replace(/^[-+]/, '')
  for (let index = 0; index < letters.length; index++) {
    const head = `-${letters[index]}`
    const known = findOption(state.rows, head)
    const rest = letters.slice(index + 1)
    if (known?.kind === undefined) give(state, { name: known?.name ?? head })
    else if (rest !== '') return giveOption(state, at, known, head, rest)
    else {
      push(state, at, word, { kind: 'option', option: known.name })
      return readBareOption(state, at + 1, known, known.name)
    }
  }
  return push(state, at, word, { kind: 'option', option: state.options.at(-1)?.name ?? word.text })
}
