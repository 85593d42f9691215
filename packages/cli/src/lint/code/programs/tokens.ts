/** Splits JavaScript, TypeScript, JSON, jq and Python into tokens. It knows strings, comments and interpolation, but no grammar. */

export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'mark' | 'line'
  /** The token as written; for a string its value, with `hole` for each interpolated part. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export type Notation = 'javascript' | 'python'

/** Replaces a part of a text that is known only when the script runs. */
export const hole = '\uFFFC'

const marks =
  /(?:\?\?=|\|\|=|&&=|===|!==|\*\*=|>>>|\.\.\.|=>|\?\?|\|\||&&|\?\.(?!\d)|==|!=|<=|>=|\+=|-=|:=|\+\+|--|->|\/\/|[^\s])/y
const names = /[\p{L}_$\uFFFC][\p{L}\p{N}_$\uFFFC]*/uy
const numbers = /\d[\w.]*/y
const blank = /[^\S\n]+/y
/** After one of these a slash begins a regular expression; after a value it is a division. */
const beforePattern = new Set('return typeof case in of delete void throw new else do'.split(' '))

export function tokensOf(text: string, notation: Notation, base = 0): readonly Token[] {
  return new Splitter(text, notation, base).split()
}

class Splitter {
  private readonly tokens: Token[] = []
  private at = 0

  private readonly text: string
  private readonly notation: Notation
  private readonly base: number

  constructor(text: string, notation: Notation, base: number) {
    this.text = text
    this.notation = notation
    this.base = base
  }

  split(): readonly Token[] {
    while (this.at < this.text.length) this.next()
    return this.tokens
  }

  private next(): void {
    const char = this.text.charAt(this.at)
    if (char === '\n') this.push('line', '\n', this.at + 1)
    else if (this.match(blank) !== undefined) this.at = blank.lastIndex
    else if (this.skipComment()) return
    else if (this.string()) return
    else if (this.match(names) !== undefined) this.push('name', names, names.lastIndex)
    else if (this.match(numbers) !== undefined) this.push('number', numbers, numbers.lastIndex)
    else if (char === '/' && this.notation === 'javascript' && this.mayBePattern()) this.pattern()
    else if (this.match(marks) !== undefined) this.push('mark', marks, marks.lastIndex)
    else this.at++
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0]
  }

  private push(kind: Token['kind'], value: string | RegExp, end: number): void {
    const text = typeof value === 'string' ? value : this.text.slice(this.at, end)
    this.tokens.push({ kind, text, start: this.base + this.at, end: this.base + end })
    this.at = end
  }

  private skipComment(): boolean {
    const rest = this.text.slice(this.at, this.at + 2)
    const python = this.notation === 'python'
    if (python ? rest[0] === '#' : rest === '//' || (rest === '#!' && this.at === 0)) {
      const end = this.text.indexOf('\n', this.at)
      this.at = end < 0 ? this.text.length : end
      return true
    }
    if (python || rest !== '/*') return false
    const end = this.text.indexOf('*/', this.at + 2)
    this.at = end < 0 ? this.text.length : end + 2
    return true
  }

  private string(): boolean {
    const opening =
      this.notation === 'python'
        ? /^([rRbBuUfF]{0,2})("""|'''|"|')/.exec(this.text.slice(this.at, this.at + 5))
        : /^()(["'`])/.exec(this.text.slice(this.at, this.at + 1))
    if (opening === null) return false
    const [whole, prefix = '', quote = ''] = opening
    const formatted = /f/i.test(prefix) ? 'python' : quote === '`' ? 'javascript' : undefined
    this.readString(this.at + whole.length, quote, /r/i.test(prefix), formatted)
    return true
  }

  /** Reads to the closing quote. The tokens of interpolated parts follow the string, in parentheses. */
  private readString(from: number, quote: string, raw: boolean, formatted: Notation | undefined): void {
    const start = this.at
    const parts: { readonly from: number; readonly to: number }[] = []
    let value = ''
    let at = from
    for (; at < this.text.length && !this.text.startsWith(quote, at); ) {
      const char = this.text.charAt(at)
      const opens =
        formatted === 'javascript' ? this.text.startsWith('${', at) : formatted !== undefined && char === '{'
      if (char === '\\') {
        const next = this.text[at + 1] ?? ''
        value += raw ? char + next : next === 'n' ? '\n' : next === '\n' ? '' : next
        at += 2
      } else if (formatted === 'python' && /^(\{\{|\}\})/.test(this.text.slice(at, at + 2))) {
        value += char
        at += 2
      } else if (opens) {
        const begin = at + (formatted === 'javascript' ? 2 : 1)
        const end = closingOf(this.text, begin)
        parts.push({ from: begin, to: end })
        value += hole
        at = end + 1
      } else if (char === '\n' && quote.length === 1 && quote !== '`') break
      else {
        value += char
        at++
      }
    }
    this.at = start
    this.push('text', value, Math.min(this.text.length, at + quote.length))
    for (const part of parts) this.interpolated(part.from, part.to)
  }

  private interpolated(from: number, to: number): void {
    const inner = tokensOf(this.text.slice(from, to), this.notation, this.base + from)
    const bracket = (text: string, at: number): Token => ({
      kind: 'mark',
      text,
      start: this.base + at,
      end: this.base + at,
    })
    this.tokens.push(bracket('(', from), ...inner, bracket(')', to))
  }

  private mayBePattern(): boolean {
    const before = this.tokens.findLast(({ kind }) => kind !== 'line')
    if (before === undefined) return true
    if (before.kind === 'name') return beforePattern.has(before.text)
    return before.kind === 'mark' && !/^[)\]}]$/.test(before.text)
  }

  private pattern(): void {
    let inClass = false
    let at = this.at + 1
    for (; at < this.text.length && this.text[at] !== '\n'; at++) {
      const char = this.text[at]
      if (char === '\\') at++
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '/' && !inClass) break
    }
    this.push('mark', 'pattern', Math.min(this.text.length, at + 1))
  }
}

/** The brace that ends an interpolated part. */
function closingOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '{') depth++
    else if (char === '}') {
      if (depth === 0) return at
      depth--
    }
  }
  return text.length
}

/** The index that closes the bracket at `open`; the last token if nothing closes it. */
export function closes(tokens: readonly Token[], open: number): number {
  return closingTable(tokens)[open] ?? scanForClosing(tokens, open)
}

/** The closing token of each opening bracket. Computed once per list of tokens, which never changes. */
const tables = new WeakMap<readonly Token[], readonly (number | undefined)[]>()

function closingTable(tokens: readonly Token[]): readonly (number | undefined)[] {
  const known = tables.get(tokens)
  if (known !== undefined) return known
  const table: (number | undefined)[] = new Array(tokens.length).fill(undefined)
  const open: number[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue
    if (text === '(' || text === '[' || text === '{') open.push(at)
    else if (text === ')' || text === ']' || text === '}') {
      const begin = open.pop()
      if (begin !== undefined) table[begin] = at
    }
  }
  for (const at of open) table[at] = tokens.length - 1
  tables.set(tokens, table)
  return table
}

function scanForClosing(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token // The index is in range.
    if (kind !== 'mark') continue
    if (text === '(' || text === '[' || text === '{') depth++
    else if (text === ')' || text === ']' || text === '}') {
      depth--
      if (depth <= 0) return at
    }
  }
  return tokens.length - 1
}

/** How many brackets are open there. */
export function depthAt(tokens: readonly Token[], at: number): number {
  let depth = 0
  for (let index = 0; index < at; index++) {
    const { kind, text } = tokens[index] as Token // The index is in range.
    if (kind === 'mark') depth += /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0
  }
  return depth
}
