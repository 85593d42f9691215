/** Splits a command line into words and variables with their positions. Only for checks; nothing is executed from the result. */
import type { Facts } from '../context/facts.ts'

export interface Word {
  /** Without quotes. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** The first word of a command: at the start, or after `;`, `|`, `&`, `(`. */
  readonly first: boolean
  /** Written without quotes or escapes. */
  readonly plain: boolean
}
type Quote = 'none' | 'double' | 'single'
export interface Variable {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly quote: Quote
  readonly braces: boolean
}
/** In a Unix shell a backslash escapes the next character. In PowerShell it is part of a path, and a backtick escapes. */
export type Backslash = 'escapes' | 'stays'
export const backslashOf = (system: Facts['system']): Backslash => (system === 'win32' ? 'stays' : 'escapes')

const starters = new Set([';', '|', '&', '(', '\n', '`'])
const breaks = new Set([' ', '\t', '\r', ')', '<', '>', ...starters])

export function splitWords(command: string, backslash: Backslash): readonly Word[] {
  const words: Word[] = []
  let first = true
  for (let at = 0; at < command.length; ) {
    const char = command.charAt(at)
    if (breaks.has(char) && char !== escapes[backslash]) {
      if (starters.has(char)) first = true
      at++
    } else if (char === '#') at = endOfLine(command, at)
    else {
      const word = readWord(command, at, first, backslash)
      words.push(word)
      first = first && isAssignment(word)
      at = word.end
    }
  }
  return words
}

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
const escapes = { escapes: '\\', stays: '`' } as const
const isAssignment = ({ text }: Word): boolean => /^[A-Za-z_]\w*=/.test(text)

function readWord(command: string, start: number, first: boolean, backslash: Backslash): Word {
  let text = ''
  let plain = true
  let quote = ''
  let at = start
  for (; at < command.length; at++) {
    const char = command.charAt(at)
    if (char === escapes[backslash] && quote !== "'") {
      text += command[++at] ?? ''
      plain = false
    } else if (quote !== '') {
      if (char !== quote) text += char
      else if (backslash === 'stays' && command[at + 1] === quote) text += command[++at]
      else quote = ''
    } else if (char === '"' || char === "'") {
      quote = char
      plain = false
    } else if (char === '$' && command[at + 1] === '{') {
      const end = command.indexOf('}', at)
      text += command.slice(at, end < 0 ? undefined : end + 1)
      at = end < 0 ? command.length : end
    } else if (breaks.has(char)) break
    else text += char
  }
  return { text, start, end: Math.min(at, command.length), first, plain }
}

/** Finds every `$name` and `${name…}`, with the kind of quotes around it. */
export function findVariables(command: string): readonly Variable[] {
  const found: Variable[] = []
  let quote: Quote = 'none'
  for (let at = 0; at < command.length; at++) {
    const char = command[at]
    if (char === '\\' && quote !== 'single') at++
    else if (char === '"' && quote !== 'single') quote = quote === 'double' ? 'none' : 'double'
    else if (char === "'" && quote !== 'double') quote = quote === 'single' ? 'none' : 'single'
    else if (char === '$') {
      const name = /^\$(?:\{([A-Za-z_]\w*)[^}]*\}|([A-Za-z_]\w*))/.exec(command.slice(at))
      if (name === null) continue
      const end = at + name[0].length
      found.push({ name: name[1] ?? name[2] ?? '', start: at, end, quote, braces: name[1] !== undefined })
    }
  }
  return found
}
