/** Splits shell text into simple commands with the position of each word. Undefined for text that it cannot be sure of. */

/** A word of a command. */
export interface ShellWord {
  /** What the shell makes of it; undefined if that is not known, or not one word. */
  readonly value: string | undefined
  /** Its place in the text. */
  readonly start: number
  readonly end: number
  /** The text before an unquoted `=` is a name. */
  readonly assigns?: boolean
}

/** Words are read late, because an earlier command may set a variable. */
export type ShellPart =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'command'; read(): readonly ShellWord[] }

type ReadVariable = (name: string) => string | undefined

export const isAssignment = (word: ShellWord | undefined): boolean => word?.assigns === true

/** No one nests substitutions deeper. */
const MAX_DEPTH = 30
const blank = /[ \t\r]/
const operator = /[;&|()<>\n]/

export function splitShell(text: string, readVariable: ReadVariable): readonly ShellPart[] | undefined {
  const parts: ShellPart[] = []
  let starts: (readonly [number, number])[] = []
  let isTarget = false
  const end = () => {
    const words = starts
    if (words.length > 0)
      parts.push({ kind: 'command', read: () => words.map(([from, to]) => readWord(text, from, to, readVariable)) })
    starts = []
    isTarget = false
  }
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at)
    if (blank.test(character) || text.startsWith('\\\n', at)) at += character === '\\' ? 2 : 1
    else if (character === '#') at = lineEnd(text, at)
    else if (character === '<' || character === '>') {
      // A here-document is text of another kind, and a process substitution a command inside a word.
      if (/^(<<(?!<)|[<>]\()/.test(text.slice(at, at + 3))) return undefined
      at += /^(<<<|<&|>&|<>|>>|>\||.)/.exec(text.slice(at, at + 3))?.[0]?.length ?? 1
      isTarget = true
    } else if (operator.test(character)) {
      if (text.startsWith('&>', at)) {
        at += 2
        isTarget = true
        continue
      }
      end()
      if (character === '(') parts.push({ kind: 'open' })
      if (character === ')') parts.push({ kind: 'close' })
      at++
    } else {
      const to = wordEnd(text, at)
      if (to === undefined) return undefined
      const isDescriptor = /^\d+$/.test(text.slice(at, to)) && /[<>]/.test(text[to] ?? '')
      if (!isTarget && !isDescriptor) starts.push([at, to])
      isTarget = false
      at = to
    }
  }
  end()
  return parts
}

const lineEnd = (text: string, from: number): number => {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}

/** Undefined for a quote or substitution that does not end. */
function wordEnd(text: string, from: number): number | undefined {
  let at = from
  while (at < text.length && !blank.test(text.charAt(at)) && !operator.test(text.charAt(at))) {
    const next = pieceEnd(text, at)
    if (next === undefined) return undefined
    at = next
  }
  return at
}

/** The end of a quoted part, an escaped character, a substitution or a single character. */
function pieceEnd(text: string, at: number, depth = 0): number | undefined {
  const character = text[at]
  if (depth > MAX_DEPTH) return undefined
  if (character === '\\') return Math.min(at + 2, text.length)
  if (character === "'" || character === '`') {
    const close = text.indexOf(character, at + 1)
    return close < 0 ? undefined : close + 1
  }
  if (character === '"') return closing(text, at + 1, '"', depth + 1)
  if (text.startsWith('$(', at)) return closing(text, at + 2, ')', depth + 1)
  if (text.startsWith('${', at)) return closing(text, at + 2, '}', depth + 1)
  return at + 1
}

function closing(text: string, from: number, close: string, nested: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; ) {
    const character = text[at]
    if (character === close && depth === 0) return at + 1
    if (close === ')' && character === '(') depth++
    if (close === ')' && character === ')') depth--
    // Inside double quotes a single quote is a character like others.
    const next = close === '"' && character === "'" ? at + 1 : pieceEnd(text, at, nested)
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

const name = /^[A-Za-z_]\w*/

function readWord(text: string, start: number, end: number, readVariable: ReadVariable): ShellWord {
  const assigns = /^[A-Za-z_]\w*=/.test(text.slice(start, end))
  const value = readValue(text, start, end, readVariable)
  return { value, start, end, ...(assigns ? { assigns } : {}) }
}

function readValue(text: string, start: number, end: number, readVariable: ReadVariable): string | undefined {
  const written = text.slice(start, end)
  if (/^(\{|\}|\[\[?|\]\]?|!)$/.test(written)) return written
  let value = ''
  let isQuoted = false
  for (let at = start; at < end; ) {
    const character = text.charAt(at)
    if (character === '"') {
      isQuoted = !isQuoted
      at++
    } else if (character === "'" && !isQuoted) {
      const close = text.indexOf("'", at + 1)
      value += text.slice(at + 1, close)
      at = close + 1
    } else if (character === '\\') {
      const next = text[at + 1] ?? ''
      value += isQuoted && !/["$`\\\n]/.test(next) ? `\\${next}` : next === '\n' ? '' : next
      at += 2
    } else if (character === '$') {
      const expanded = expand(text, at, end, readVariable)
      if (expanded === undefined) return undefined
      // Without quotes the shell splits it, and expands patterns in it.
      if (!isQuoted && /[\s*?[\]]/.test(expanded.value)) return undefined
      value += expanded.value
      at = expanded.end
    } else if (character === '`') return undefined
    else if (!isQuoted && /[*?[{]/.test(character)) return undefined
    else if (!isQuoted && character === '~' && (at === start || text[at - 1] === '=')) {
      const home = /^[/]|^$/.test(text.slice(at + 1, Math.min(at + 2, end))) ? readVariable('HOME') : undefined
      if (home === undefined) return undefined
      value += home
      at++
    } else {
      value += character
      at++
    }
  }
  return value
}

function expand(
  text: string,
  at: number,
  end: number,
  readVariable: ReadVariable,
): { readonly value: string; readonly end: number } | undefined {
  const rest = text.slice(at + 1, end)
  if (/^\(\s*pwd\s*\)/.test(rest)) {
    const directory = readVariable('PWD')
    return directory === undefined ? undefined : { value: directory, end: at + 1 + rest.indexOf(')') + 1 }
  }
  const bare = name.exec(rest)?.[0]
  if (bare !== undefined) return valued(readVariable(bare), at + 1 + bare.length)
  const braced = /^\{([A-Za-z_]\w*)(?::?[-?][^}]*)?\}/.exec(rest)
  // A default counts only where there is no value.
  if (braced !== null) return valued(readVariable(braced[1] ?? '') || undefined, at + 1 + braced[0].length)
  return /^[\s"/]|^$/.test(rest) ? { value: '$', end: at + 1 } : undefined
}
const valued = (value: string | undefined, end: number) => (value === undefined ? undefined : { value, end })
