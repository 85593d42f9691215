/** Expands the parser's words to values: removes quotes, inserts known variables, expands braces. */
import type { CommandExpansionPart, ParameterExpansionPart, Word, WordPart } from 'unbash'
import { type Budget, checkLength } from './budget.ts'
import { expandBraces } from './computed/braces.ts'
import { changeValue } from './computed/parameters.ts'
import type { ShellWord } from './types.ts'
import type { CreatedFiles } from './written-files.ts'

/** Variables that the text itself sets; undefined for one that was set to an unknown value. */
export type Variables = Map<string, VariableValue | undefined>

/** A value; for an array and the arguments (`@`) also each word. */
export interface VariableValue extends ShellWord {
  readonly words?: readonly ShellWord[]
}

/** An array as the value of a variable: the bare name is its first word. */
export const makeArray = (words: readonly ShellWord[]): VariableValue => ({
  ...(words[0] ?? { text: '', known: true, glob: false }),
  words,
})

export interface WordContext {
  readonly budget: Budget
  readonly variables: Variables
  readonly created: CreatedFiles
  /** Reads the commands inside `$(…)`, and returns their output if it can be computed. */
  readonly substitute: (part: CommandExpansionPart) => string | undefined
}

/** A part of one word: its text, whether it is known, and whether the shell splits it at spaces. */
interface Piece {
  readonly text: string
  readonly known: boolean
  readonly quoted: boolean
  readonly glob?: boolean
}

/** One word of the text may become none (`$empty`), one or several (`{a,b}`, `$IFS`). */
export function expandWord(word: Word, wordContext: WordContext): readonly ShellWord[] {
  const parts = word.parts
  if (parts === undefined) return [withHome({ text: word.value, known: true, glob: false })]
  const listed = expandList(parts, wordContext)
  if (listed !== undefined) return listed
  return expandBraces(parts).flatMap((one) =>
    splitWords(
      one.flatMap((part) => expandPart(part, wordContext)),
      findSeparators(wordContext),
    ),
  )
}

/** `"$@"` and `"${a[@]}"` become one word for each element. */
function expandList(parts: readonly WordPart[], wordContext: WordContext): readonly ShellWord[] | undefined {
  const [part] = parts
  if (parts.length !== 1 || part === undefined) return undefined
  if (part.type === 'DoubleQuoted') return expandList(part.parts, wordContext)
  if (part.type === 'SimpleExpansion')
    return /^\$[@*]$/.test(part.text) ? wordContext.variables.get('@')?.words : undefined
  if (part.type !== 'ParameterExpansion' || part.operation !== undefined || part.prefix !== undefined) return undefined
  if (/^[@*]$/.test(part.parameter)) return wordContext.variables.get('@')?.words
  return /^[@*]$/.test(part.index?.text ?? '') ? wordContext.variables.get(part.parameter)?.words : undefined
}

/** Expands to a single value, as in an assignment or a redirection. */
export function expandToOne(word: Word, wordContext: WordContext): ShellWord {
  const pieces = (word.parts ?? []).flatMap((part) => expandPart(part, wordContext))
  return word.parts === undefined ? withHome({ text: word.value, known: true, glob: false }) : joinPieces(pieces)
}

function joinPieces(pieces: readonly Piece[]): ShellWord {
  checkLength(pieces.reduce((length, piece) => length + piece.text.length, 0))
  return withHome({
    text: pieces.map((piece) => piece.text).join(''),
    known: pieces.every((piece) => piece.known),
    glob: pieces.some((piece) => piece.glob === true),
  })
}

/** Writes every spelling of the home directory as `~`. */
const withHome = (word: ShellWord): ShellWord =>
  /^\$(HOME|\{HOME\})(?=\/|$)/.test(word.text)
    ? { ...word, text: word.text.replace(/^\$(HOME|\{HOME\})/, '~'), known: !/[$`]/.test(word.text.slice(1)) }
    : word

/** Counts the work: a variable's value may be longer than its name, and may be split into many words. */
function expandPart(part: WordPart, wordContext: WordContext): readonly Piece[] {
  wordContext.budget.countNode()
  const pieces = toPieces(part, wordContext)
  for (const piece of pieces) wordContext.budget.spend((piece.quoted ? 1 : 8) * piece.text.length)
  return pieces
}

function toPieces(part: WordPart, wordContext: WordContext): readonly Piece[] {
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
      return quotedPieces(part.parts.flatMap((child) => expandPart(child, wordContext)))
    case 'SimpleExpansion':
      return [expandVariable(part.text.slice(1), part.text, wordContext)]
    case 'ParameterExpansion':
      return [expandParameterPart(part, wordContext)]
    case 'CommandExpansion':
      return [expandSubstitution(part, wordContext)]
    default:
      return [{ text: part.text, known: false, quoted: false }]
  }
}

/** An empty pair of quotes is also a word. */
const quotedPieces = (inside: readonly Piece[]): readonly Piece[] =>
  inside.length === 0 ? [{ text: '', known: true, quoted: true }] : inside.map((piece) => ({ ...piece, quoted: true }))

function expandVariable(name: string, source: string, wordContext: WordContext): Piece {
  if (name === 'IFS' && !wordContext.variables.has('IFS')) return { text: ' ', known: true, quoted: false }
  const value = /^[1-9]$/.test(name)
    ? wordContext.variables.get('@')?.words?.[Number(name) - 1]
    : wordContext.variables.get(name)
  if (value === undefined) return { text: source, known: false, quoted: false }
  return { text: value.text, known: value.known, quoted: false, glob: value.glob }
}

function expandParameterPart(part: ParameterExpansionPart, wordContext: WordContext): Piece {
  const plain = part.operation === undefined && part.prefix === undefined && part.index === undefined
  if (plain) return expandVariable(part.parameter, part.text, wordContext)
  const { operation } = part
  const variable = wordContext.variables.get(part.parameter)
  const value = part.index === undefined ? variable : readElement(variable, part.index.text)
  const changed = expandParameter(part, value, wordContext)
  if (changed !== undefined) return { text: changed, known: true, quoted: false, glob: /[*?]/.test(changed) }
  if (operation?.type === 'Default' && value === undefined && !wordContext.variables.has(part.parameter)) {
    // The text does not set it, so `${x:-rm}` probably has its default: read that.
    const fallback = operation.operator.endsWith('-') || operation.operator.endsWith('=')
    if (fallback) return { text: expandToOne(operation.operand, wordContext).text, known: false, quoted: false }
  }
  return { text: part.text, known: false, quoted: false }
}

/** `${x%.ts}`, `${x:0:2}`, `${a[1]}`, `${!x}`: the value, if it can be computed. */
function expandParameter(
  part: ParameterExpansionPart,
  value: ShellWord | undefined,
  wordContext: WordContext,
): string | undefined {
  if (value === undefined || !value.known) return undefined
  const named = part.prefix === '!' ? wordContext.variables.get(value.text) : value
  if (part.prefix === '#' || named === undefined || !named.known) return undefined
  wordContext.budget.spend(named.text.length)
  if (part.operation === undefined) return named.text
  return changeValue(named.text, part.operation, (word) => {
    const text = expandToOne(word, wordContext)
    return text.known ? text.text : undefined
  })
}

/** One word of an array. */
const readElement = (variable: VariableValue | undefined, index: string): ShellWord | undefined =>
  /^-?\d+$/.test(index) ? variable?.words?.at(Number(index)) : undefined

function expandSubstitution(part: CommandExpansionPart, wordContext: WordContext): Piece {
  const output = wordContext.substitute(part)
  return output === undefined
    ? { text: part.text, known: false, quoted: false }
    : { text: output.replace(/\n+$/, ''), known: true, quoted: false }
}

/** The separators of words: spaces, unless the text sets IFS. */
function findSeparators(wordContext: WordContext): RegExp {
  const own = wordContext.variables.get('IFS')
  return own?.known === true && own.text !== '' ? new RegExp(`[${own.text.replace(/[\\\]^-]/g, '\\$&')}]+`) : /[ \t\n]+/
}

/** Splits unquoted pieces, as the shell does with the value of a variable. */
function splitWords(pieces: readonly Piece[], at: RegExp): readonly ShellWord[] {
  const words: Piece[][] = [[]]
  for (const piece of pieces) {
    const stretches = piece.quoted || !piece.known ? [piece.text] : piece.text.split(at)
    stretches.forEach((text, index) => {
      if (index > 0) words.push([])
      if (text !== '' || piece.quoted) words.at(-1)?.push({ ...piece, text })
    })
  }
  return words.filter((word) => word.length > 0).map(joinPieces)
}
