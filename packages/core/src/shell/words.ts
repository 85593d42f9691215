/** From the parser's words to values: quotes taken off, known variables put in, braces spread out. */
import type { CommandExpansionPart, ParameterExpansionPart, Word, WordPart } from 'unbash'
import { type Budget, sized } from './budget.ts'
import { spread } from './computed/braces.ts'
import { changeValue } from './computed/parameters.ts'
import type { ShellWord } from './types.ts'
import type { Made } from './written-files.ts'

/** Variables whose value the text itself gave; undefined is a name that was set to something unknown. */
export type Variables = Map<string, Held | undefined>

/** A value; of an array and of the arguments (`@`) also each word. */
export interface Held extends ShellWord {
  readonly words?: readonly ShellWord[]
}

/** An array as a variable holds it: its bare name is its first word. */
export const arrayOf = (words: readonly ShellWord[]): Held => ({
  ...(words[0] ?? { text: '', known: true, glob: false }),
  words,
})

export interface WordRim {
  readonly budget: Budget
  readonly variables: Variables
  readonly made: Made
  /** Reads the commands inside `$(…)`; their output where the text tells it. */
  readonly substitute: (part: CommandExpansionPart) => string | undefined
}

/** A stretch of one word: its text, whether it is known, and whether the shell splits it at spaces. */
interface Piece {
  readonly text: string
  readonly known: boolean
  readonly quoted: boolean
  readonly glob?: boolean
}

/** One word of the text may be none (`$empty`), one or several (`{a,b}`, `$IFS`). */
export function wordsOf(word: Word, rim: WordRim): readonly ShellWord[] {
  const parts = word.parts
  if (parts === undefined) return [withHome({ text: word.value, known: true, glob: false })]
  const listed = listedBy(parts, rim)
  if (listed !== undefined) return listed
  return spread(parts).flatMap((one) =>
    split(
      one.flatMap((part) => counted(part, rim)),
      separators(rim),
    ),
  )
}

/** `"$@"` and `"${a[@]}"`: a word for each. */
function listedBy(parts: readonly WordPart[], rim: WordRim): readonly ShellWord[] | undefined {
  const [part] = parts
  if (parts.length !== 1 || part === undefined) return undefined
  if (part.type === 'DoubleQuoted') return listedBy(part.parts, rim)
  if (part.type === 'SimpleExpansion') return /^\$[@*]$/.test(part.text) ? rim.variables.get('@')?.words : undefined
  if (part.type !== 'ParameterExpansion' || part.operation !== undefined || part.prefix !== undefined) return undefined
  if (/^[@*]$/.test(part.parameter)) return rim.variables.get('@')?.words
  return /^[@*]$/.test(part.index?.text ?? '') ? rim.variables.get(part.parameter)?.words : undefined
}

/** The same as a single value: what an assignment or a redirection sees. */
export function wholeOf(word: Word, rim: WordRim): ShellWord {
  const pieces = (word.parts ?? []).flatMap((part) => counted(part, rim))
  return word.parts === undefined ? withHome({ text: word.value, known: true, glob: false }) : joined(pieces)
}

function joined(pieces: readonly Piece[]): ShellWord {
  sized(pieces.reduce((length, piece) => length + piece.text.length, 0))
  return withHome({
    text: pieces.map((piece) => piece.text).join(''),
    known: pieces.every((piece) => piece.known),
    glob: pieces.some((piece) => piece.glob === true),
  })
}

/** `~`, and every spelling of the home directory, as `~`. */
const withHome = (word: ShellWord): ShellWord =>
  /^\$(HOME|\{HOME\})(?=\/|$)/.test(word.text)
    ? { ...word, text: word.text.replace(/^\$(HOME|\{HOME\})/, '~'), known: !/[$`]/.test(word.text.slice(1)) }
    : word

/** What a variable holds may be longer than the text that names it, and may be split into as many words. */
function counted(part: WordPart, rim: WordRim): readonly Piece[] {
  rim.budget.node()
  const pieces = piecesOf(part, rim)
  for (const piece of pieces) rim.budget.spend((piece.quoted ? 1 : 8) * piece.text.length)
  return pieces
}

function piecesOf(part: WordPart, rim: WordRim): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
      return [{ text: part.value, known: true, quoted: true }]
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ text: part.value, known: true, quoted: true }]
    case 'Glob':
      return [{ text: part.text, known: true, quoted: true, glob: true }]
    case 'DoubleQuoted':
    case 'LocaleString':
      return quotedPieces(part.parts.flatMap((child) => counted(child, rim)))
    case 'SimpleExpansion':
      return [expansion(part.text.slice(1), part.text, rim)]
    case 'ParameterExpansion':
      return [parameter(part, rim)]
    case 'CommandExpansion':
      return [substitution(part, rim)]
    default:
      return [{ text: part.text, known: false, quoted: false }]
  }
}

/** An empty pair of quotes is a word too. */
const quotedPieces = (inside: readonly Piece[]): readonly Piece[] =>
  inside.length === 0 ? [{ text: '', known: true, quoted: true }] : inside.map((piece) => ({ ...piece, quoted: true }))

function expansion(name: string, source: string, rim: WordRim): Piece {
  if (name === 'IFS' && !rim.variables.has('IFS')) return { text: ' ', known: true, quoted: false }
  const value = /^[1-9]$/.test(name) ? rim.variables.get('@')?.words?.[Number(name) - 1] : rim.variables.get(name)
  if (value === undefined) return { text: source, known: false, quoted: false }
  return { text: value.text, known: value.known, quoted: false, glob: value.glob }
}

function parameter(part: ParameterExpansionPart, rim: WordRim): Piece {
  const plain = part.operation === undefined && part.prefix === undefined && part.index === undefined
  if (plain) return expansion(part.parameter, part.text, rim)
  const { operation } = part
  const held = rim.variables.get(part.parameter)
  const value = part.index === undefined ? held : elementOf(held, part.index.text)
  const changed = valueOfParameter(part, value, rim)
  if (changed !== undefined) return { text: changed, known: true, quoted: false, glob: /[*?]/.test(changed) }
  if (operation?.type === 'Default' && value === undefined && !rim.variables.has(part.parameter)) {
    // Nobody set it in this text: `${x:-rm}` may well be its default, so that is what is looked at.
    const fallback = operation.operator.endsWith('-') || operation.operator.endsWith('=')
    if (fallback) return { text: wholeOf(operation.operand, rim).text, known: false, quoted: false }
  }
  return { text: part.text, known: false, quoted: false }
}

/** `${x%.ts}`, `${x:0:2}`, `${a[1]}`, `${!x}`: the value where the text tells it. */
function valueOfParameter(
  part: ParameterExpansionPart,
  value: ShellWord | undefined,
  rim: WordRim,
): string | undefined {
  if (value === undefined || !value.known) return undefined
  const named = part.prefix === '!' ? rim.variables.get(value.text) : value
  if (part.prefix === '#' || named === undefined || !named.known) return undefined
  rim.budget.spend(named.text.length)
  if (part.operation === undefined) return named.text
  return changeValue(named.text, part.operation, (word) => {
    const text = wholeOf(word, rim)
    return text.known ? text.text : undefined
  })
}

/** One word of an array. */
const elementOf = (held: Held | undefined, index: string): ShellWord | undefined =>
  /^-?\d+$/.test(index) ? held?.words?.at(Number(index)) : undefined

function substitution(part: CommandExpansionPart, rim: WordRim): Piece {
  const output = rim.substitute(part)
  return output === undefined
    ? { text: part.text, known: false, quoted: false }
    : { text: output.replace(/\n+$/, ''), known: true, quoted: false }
}

/** What splits words: spaces, unless the text sets something else. */
function separators(rim: WordRim): RegExp {
  const own = rim.variables.get('IFS')
  return own?.known === true && own.text !== '' ? new RegExp(`[${own.text.replace(/[\\\]^-]/g, '\\$&')}]+`) : /[ \t\n]+/
}

/** What is not quoted is split, as the shell splits what a variable holds. */
function split(pieces: readonly Piece[], at: RegExp): readonly ShellWord[] {
  const words: Piece[][] = [[]]
  for (const piece of pieces) {
    const stretches = piece.quoted || !piece.known ? [piece.text] : piece.text.split(at)
    stretches.forEach((text, index) => {
      if (index > 0) words.push([])
      if (text !== '' || piece.quoted) words.at(-1)?.push({ ...piece, text })
    })
  }
  return words.filter((word) => word.length > 0).map(joined)
}
