/** Parses an object that a hook printed in a notation close to JSON (Python, JavaScript, Ruby, with comments), to find a denial in it. */

/** How to interpret each `key: value`. */
export interface LooseRules {
  /** Whether the pair denies. */
  readonly isDenial: (key: string, value: unknown) => boolean
  /** Whether the value is data that the hook passes on. A denial inside it does not count. */
  readonly isPassedOn: (key: string) => boolean
}

export interface LooseValue {
  readonly ok: boolean
  readonly value: unknown
  /** Where the value ends, or where parsing failed. */
  readonly end: number
  /** Whether a pair outside of passed-on values denies. */
  readonly denies: boolean
}

const MAX_DEPTH = 64
const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
/** Each opening quotation mark, with the marks that close it. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“”',
  '‘': '’',
  '‚': '‘’',
  '«': '»',
}
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** Reads the value that begins at `start`. `ok` is false if there is no value, or if it nests deeper than 64 levels. */
export function parseLoose(text: string, start: number, rules: LooseRules): LooseValue {
  const parser = createParser(text, start, rules)
  const value = parser.readValue(0, true)
  return { ok: value !== FAILED, value, end: parser.position(), denies: parser.saysNo() }
}

export const isQuote = (char: string | undefined): boolean => char !== undefined && Object.hasOwn(quotes, char)

const FAILED = Symbol('failed')
type Parsed = unknown | typeof FAILED

function createParser(text: string, start: number, rules: LooseRules) {
  let at = start
  let denied = false

  /** Skips white space and comments. Returns false at the end of the text, where the value is incomplete. */
  function skip(): boolean {
    for (;;) {
      while (at < text.length && /\s/.test(text.charAt(at))) at++
      if (text.startsWith('/*', at)) {
        const end = text.indexOf('*/', at + 2)
        at = end === -1 ? text.length : end + 2
      } else if (text.startsWith('//', at) || text[at] === '#') {
        const end = text.indexOf('\n', at)
        at = end === -1 ? text.length : end + 1
      } else return at < text.length
    }
  }

  /** `counts`: whether a denial inside the value is the hook's decision. */
  function readValue(depth: number, counts: boolean): Parsed {
    const char = text[at]
    if (char === undefined || depth > MAX_DEPTH) return FAILED
    if (isQuote(char)) return readStrings()
    if (Object.hasOwn(closers, char)) {
      const value = readContainer(depth, counts)
      // `[Object: null prototype] { … }`
      if (value === FAILED || char !== '[' || !text.startsWith(' {', at)) return value
      at++
      return readContainer(depth, counts)
    }
    return readWord(depth, counts)
  }

  /** A string, or several joined by `+`, as Node prints long ones. */
  function readStrings(): Parsed {
    let joined = ''
    for (;;) {
      const one = readString()
      if (one === undefined) return FAILED
      joined += one
      const plus = /^\s{0,80}\+\s{0,80}(?=["'`])/.exec(text.slice(at, at + 200))
      if (plus === null) return joined
      at += plus[0].length
    }
  }

  function readString(): string | undefined {
    const closing = quotes[text.charAt(at)] ?? ''
    let value = ''
    for (at++; at < text.length; at++) {
      const char = text.charAt(at)
      if (closing.includes(char)) {
        at++
        return value
      }
      if (char !== '\\') value += char
      else {
        const next = text[++at]
        if (next === undefined) return undefined
        const code = next === 'u' ? /^[\da-fA-F]{4}/.exec(text.slice(at + 1, at + 5))?.[0] : undefined
        value += code === undefined ? (escapes[next] ?? next) : String.fromCharCode(Number.parseInt(code, 16))
        at += code?.length ?? 0
      }
    }
    return undefined
  }

  function readContainer(depth: number, counts: boolean): Parsed {
    const closer = closers[text.charAt(at)] ?? ''
    at++
    const items: unknown[] = []
    const pairs: [string, unknown][] = []
    for (;;) {
      if (!skip()) return FAILED
      if (text[at] === closer) break
      const item = readValue(depth + 1, counts)
      if (item === FAILED || !skip()) return FAILED
      const separator = readSeparator()
      if (separator === '') items.push(item)
      else {
        at += separator.length
        if (!skip()) return FAILED
        const key = String(item)
        const value = readValue(depth + 1, counts && !rules.isPassedOn(key))
        if (value === FAILED || !skip()) return FAILED
        if (counts && rules.isDenial(key, value)) denied = true
        pairs.push([key, value])
      }
      if (text[at] === ',' || text[at] === ';') at++
      else if (text[at] !== closer) return FAILED
    }
    at++
    // A pair as Python and JavaScript print the items of an object: ('permission', 'deny').
    if (counts && pairs.length === 0 && items.length === 2 && rules.isDenial(String(items[0]), items[1])) denied = true
    return pairs.length > 0 || closer === '}' ? Object.fromEntries(pairs) : items
  }

  function readSeparator(): string {
    if (text.startsWith('=>', at)) return '=>'
    if (text[at] === ':' || text[at] === '：') return ':'
    return text[at] === '=' && text[at + 1] !== '=' ? '=' : ''
  }

  /** `False`, `-1`, `12:30`, `... 3 more items`; a class before its members: `Reply(permission='deny')`, `Map(1) { … }`. */
  function readWord(depth: number, counts: boolean): Parsed {
    const from = at
    if (isSymbolAt(text, at)) at++
    while (isWordAt(text, at) || isTimeAt(text, at) || isPathAt(text, at)) at++
    if (at === from) return FAILED
    const word = text.slice(from, at)
    if (/^[bBuUrRfF]{1,2}$/.test(word) && isQuote(text[at])) return readStrings()
    while (text[at] === ' ') at++
    let value: Parsed = word
    while (Object.hasOwn(closers, text[at] ?? '')) {
      value = readContainer(depth + 1, counts)
      if (value === FAILED) return FAILED
      while (text[at] === ' ') at++
    }
    if (!isWordAt(text, at)) return value
    while (isWordAt(text, at) || isTimeAt(text, at) || text[at] === ' ') at++
    const words = text.slice(from, at).trim()
    // A pair in Lisp or Scala: `permission . deny`, `permission -> deny`.
    const [, key = '', item] = /^(\S{1,60}) (?:\.|->) (\S{1,60})$/.exec(words) ?? []
    if (counts && rules.isDenial(key, item)) denied = true
    return words
  }

  return { readValue, position: () => at, saysNo: () => denied }
}

const isWordAt = (text: string, at: number): boolean =>
  at < text.length && /[^\s,;:={}()[\]"'`“„‘‚«]/.test(text.charAt(at))
/** The colon of `12:30`. */
const isTimeAt = (text: string, at: number): boolean => text[at] === ':' && /^\d:\d$/.test(text.slice(at - 1, at + 2))
/** The colon of Ruby's and Elixir's `:deny`. */
const isSymbolAt = (text: string, at: number): boolean => text[at] === ':' && /^\w/.test(text.slice(at + 1, at + 2))
/** Either colon of `Permission::Deny`. */
const isPathAt = (text: string, at: number): boolean =>
  text[at] === ':' && /\w::\w/.test(text.slice(Math.max(0, at - 2), at + 3))
