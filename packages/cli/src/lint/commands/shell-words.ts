/** A command line as words and variables with their places. A reading for checks, never for execution. */

export interface Word {
  /** Quotes taken off. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** It begins a command: at the start, or after `;`, `|`, `&`, `(`. */
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
type Backslash = 'escapes' | 'stays'

const starters = new Set([';', '|', '&', '(', '\n', '`'])
const breaks = new Set([' ', '\t', '\r', ')', '<', '>', ...starters])

export function wordsOf(command: string, backslash: Backslash = 'escapes'): readonly Word[] {
  const words: Word[] = []
  let first = true
  for (let at = 0; at < command.length; ) {
    const char = command[at] as string
    if (breaks.has(char)) {
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
const isAssignment = ({ text }: Word): boolean => /^[A-Za-z_]\w*=/.test(text)

function readWord(command: string, start: number, first: boolean, backslash: Backslash): Word {
  let text = ''
  let plain = true
  let quote = ''
  let at = start
  for (; at < command.length; at++) {
    const char = command[at] as string
    if (char === '\\' && backslash === 'escapes' && quote !== "'") {
      text += command[++at] ?? ''
      plain = false
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else text += char
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

/** Every `$name` and `${name…}`, with the quotes it stands in. */
export function variablesOf(command: string): readonly Variable[] {
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
      found.push({ name: (name[1] ?? name[2]) as string, start: at, end, quote, braces: name[1] !== undefined })
    }
  }
  return found
}
