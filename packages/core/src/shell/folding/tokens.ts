/** Splits code of any language into strings, names, numbers and marks, in one pass. */

export interface Token {
  readonly kind: 'string' | 'name' | 'number' | 'mark'
  /** The value of a string, and the text of anything else. */
  readonly text: string
  /** The white space before it, which has a meaning in some languages. */
  readonly before: string
  /** For a string with interpolation: matches its `{x}`, `${x}`, `#{x}` or `$x`. */
  readonly fills?: RegExp
}

/** Longer code is not folded; the rules then read it unchanged. */
export const MAX_CODE = 16 * 1024

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', '\n': '' }
/** The value of the text between quotes. */
const unescapeText = (text: string): string =>
  text.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{3}|[\s\S])/g, (_all, code: string) => {
    if (/^[xu]./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return escapes[code] ?? code
  })

const fillPatterns: Readonly<Record<string, RegExp>> = {
  python: /\{([^{}]{1,80})\}/g,
  javascript: /\$\{([^{}]{1,80})\}/g,
  ruby: /#\{([^{}]{1,80})\}/g,
  perl: /\$\{?(ENV\{\w+\}|\w+)\}?/g,
  php: /\{?\$\{?(\w+)\}?/g,
  crystal: /#\{([^{}]{1,80})\}/g,
  elixir: /#\{([^{}]{1,80})\}/g,
  julia: /\$\(?(\w+)\)?/g,
}

/** The interpolation pattern of a string, if it has interpolation in this language. */
function findFillPattern(language: string, quote: string, prefix: string): RegExp | undefined {
  if (language === 'python') return /f/i.test(prefix) ? fillPatterns.python : undefined
  if (language === 'javascript') return quote === '`' ? fillPatterns.javascript : undefined
  return quote.startsWith('"') ? fillPatterns[language] : undefined
}

/** `%w[a b]` and `qw(a b)`: a list of words. */
const words = /%[wWiI][[({][^\])}]{0,2000}[\])}]|\bqw\s*[[({/][^\])}/]{0,2000}[\])}/]/y
function listTokens(text: string, before: string): readonly Token[] {
  const mark = (one: string, blank = ''): Token => ({ kind: 'mark', text: one, before: blank })
  const items = text
    .replace(/^(%\w|qw\s*)./, '')
    .slice(0, -1)
    .trim()
    .split(/\s+/)
  return [
    mark('[', before),
    ...items.flatMap((item, at) => [
      ...(at === 0 ? [] : [mark(',')]),
      { kind: 'string', text: item, before: '' } as const,
    ]),
    mark(']'),
  ]
}

const space = /\s+/y
const word = /[$@%]?[A-Za-z_][\w]*|[$@]\d/y
const number = /0x[0-9a-fA-F]+|\d+/y
const mark = /\.\.=?|\+=|\.=|==|=>|->|::|[\s\S]/y
const stringPrefix = /^[rbfuRBFU]{1,2}$/

export function tokenize(language: string, code: string): readonly Token[] {
  const tokens: Token[] = []
  const unclosed = new Set<string>()
  let before = ''
  const take = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(code)?.[0]
  }
  for (let at = 0; at < code.length; ) {
    const blank = take(space, at)
    if (blank !== undefined) {
      before += blank
      at += blank.length
      continue
    }
    const listed = language === 'ruby' || language === 'perl' ? take(words, at) : undefined
    if (listed !== undefined) {
      // `*%w[a b]`: the list itself.
      if (tokens.at(-1)?.text === '*') tokens.pop()
      tokens.push(...listTokens(listed, before))
      at += listed.length
      before = ''
      continue
    }
    const quoted = /["'`]/.test(code[at] ?? '') ? readString(code, at, unclosed) : undefined
    if (quoted !== undefined) {
      const last = tokens.at(-1)
      const prefix =
        language === 'python' && before === '' && last !== undefined && stringPrefix.test(last.text) ? last.text : ''
      if (prefix !== '') tokens.pop()
      const raw = /r/i.test(prefix) || (quoted.quote === "'" && /^(perl|ruby|php)$/.test(language))
      const fills = findFillPattern(language, quoted.quote, prefix)
      tokens.push({
        kind: 'string',
        text: raw ? quoted.text : unescapeText(quoted.text),
        before: prefix === '' ? before : (last?.before ?? ''),
        ...(fills === undefined ? {} : { fills }),
      })
      at = quoted.end
    } else {
      const name = take(word, at)
      const text = name ?? take(number, at) ?? take(mark, at) ?? ''
      tokens.push({ kind: name !== undefined ? 'name' : /^\d/.test(text) ? 'number' : 'mark', text, before })
      at += text.length
    }
    before = ''
  }
  return tokens
}

/** Reads a string from its first quote; undefined if it is not closed. `unclosed` avoids searching twice for a missing quote. */
function readString(
  code: string,
  from: number,
  unclosed: Set<string>,
): { readonly text: string; readonly end: number; readonly quote: string } | undefined {
  const one = code[from] ?? ''
  const quote = one !== '`' && code.startsWith(one.repeat(3), from) ? one.repeat(3) : one
  if (unclosed.has(quote)) return undefined
  for (let at = from + quote.length; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code.startsWith(quote, at))
      return { text: code.slice(from + quote.length, at), end: at + quote.length, quote }
  }
  unclosed.add(quote)
  return undefined
}

const quote = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`

/** The tokens as text again; every string is written with double quotes. */
export const writeTokens = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.before + (token.kind === 'string' ? quote(token.text) : token.text)).join('')
