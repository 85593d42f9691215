/** Translates a Python expression to JavaScript: once for subjects in ASCII, once for all others. Both ignore case. */
import type { Item, PyNode } from './nodes.ts'
import type { PyPattern } from './parse.ts'
import { different } from './scanner.ts'

interface Language {
  readonly set: (items: readonly Item[], negated: boolean) => string
  readonly any: (newlines: boolean) => string
  readonly word: string
  readonly noWord: string
}

/** What Python takes for white space, below U+0080 and above. */
const SPACE = '\\t-\\r\\x1c-\\x20'
const WIDE_SPACE = `${SPACE}\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000`
/** Letters that Python takes for one and JavaScript does not: i, I, and Turkish ones. */
const DOTS = [0x49, 0x69, 0x130, 0x131]
/** The others above U+007F that are an ASCII letter in another case. */
const ODD = new Map([
  [0x130, 'i'],
  [0x131, 'i'],
  [0x17f, 's'],
  [0x212a, 'k'],
])

export const emitAscii = (pattern: PyPattern): string =>
  emit(pattern, {
    set: asciiSet,
    any: (newlines) => (newlines ? '[\\x00-\\x7f]' : '[^\\n]'),
    word: '\\b',
    noWord: '(?!^$)\\B',
  })

const W = '[\\p{L}\\p{N}_]'
/** For the flags `i` and `v`. */
export const emitUnicode = (pattern: PyPattern): string =>
  emit(pattern, {
    set: unicodeSet,
    any: (newlines) => (newlines ? '[\\s\\S]' : '[^\\n]'),
    word: `(?:(?<=${W})(?!${W})|(?<!${W})(?=${W}))`,
    noWord: `(?!^$)(?:(?<=${W})(?=${W})|(?<!${W})(?!${W}))`,
  })

function emit({ node, groups }: PyPattern, language: Language): string {
  const captures = hasReference(node)
  const at = (one: Extract<PyNode, { kind: 'at' }>, tail: boolean): string =>
    ({
      start: '^',
      last: '$',
      // At the end of the whole a newline may be taken: what is found does not matter, only whether.
      end: tail ? '\\n?$' : '(?=\\n?$)',
      'line-start': '(?<![^\\n])',
      'line-end': '(?![^\\n])',
      word: language.word,
      'no-word': language.noWord,
    })[one.where]
  const write = (one: PyNode, tail: boolean, sure: ReadonlySet<number>): string => {
    switch (one.kind) {
      case 'set':
        return language.set(one.items, one.negated)
      case 'any':
        return language.any(one.newlines)
      case 'at':
        return at(one, tail)
      case 'alt':
        return one.of.map((branch) => write(branch, tail, sure)).join('|')
      case 'seq':
        return sequence(one.of, tail, sure)
      case 'group':
        return `(${captures ? '' : '?:'}${write(one.of, tail, sure)})`
      case 'lookaround':
        return `(?${one.behind ? '<' : ''}${one.negated ? '!' : '='}${write(one.of, false, sure)})`
      case 'repeat':
        return `(?:${write(one.of, false, sure)})${timesOf(one)}`
      case 'ref':
        if (!sure.has(one.index)) different('a reference to a group that may have matched nothing')
        if (!isCaseless(groups.get(one.index))) different('a reference to a group that may hold letters')
        return `(?:\\${one.index})`
    }
  }
  const sequence = (of: readonly PyNode[], tail: boolean, before: ReadonlySet<number>): string => {
    const sure = new Set(before)
    return of
      .map((one, index) => {
        const text = write(one, tail && index === of.length - 1, sure)
        for (const group of matchedBy(one)) sure.add(group)
        return one.kind === 'alt' ? `(?:${text})` : text
      })
      .join('')
  }
  return write(node, true, new Set())
}

/** The groups that have matched whenever this did. */
function matchedBy(node: PyNode): readonly number[] {
  if (node.kind === 'group') return [node.index, ...matchedBy(node.of)]
  if (node.kind === 'seq') return node.of.flatMap(matchedBy)
  return node.kind === 'repeat' && node.min > 0 && node.of.kind === 'group' ? [node.of.index] : []
}

/** Which letters count as repeated differs between the languages; quotes, digits and the like are the same everywhere. */
function isCaseless(node: PyNode | undefined): boolean {
  if (node === undefined || node.kind === 'any') return false
  if (node.kind === 'seq' || node.kind === 'alt') return node.of.every(isCaseless)
  if (node.kind === 'set') return !node.negated && node.items.every((item) => 'first' in item && item.last < 0x41)
  return 'of' in node ? isCaseless(node.of) : true
}

function hasReference(node: PyNode): boolean {
  if (node.kind === 'ref') return true
  if (node.kind === 'seq' || node.kind === 'alt') return node.of.some(hasReference)
  return 'of' in node && hasReference(node.of)
}

function timesOf({ min, max, lazy }: Extract<PyNode, { kind: 'repeat' }>): string {
  const open = max === Number.POSITIVE_INFINITY
  const text = open
    ? min === 0
      ? '*'
      : min === 1
        ? '+'
        : `{${min},}`
    : min === 0 && max === 1
      ? '?'
      : `{${min},${max}}`
  return text + (lazy ? '?' : '')
}

/** The members below U+0080, all of them in either case. Each set is written once: most expressions contain the same few. */
function asciiSet(items: readonly Item[], negated: boolean): string {
  const single = soleCharacter(items, negated)
  if (single !== undefined && single < 0x80) return asciiCharacter(single)
  const key = JSON.stringify([items, negated])
  const text = asciiSets.get(key) ?? writeAsciiSet(items, negated)
  if (asciiSets.size < MAX_ASCII_SETS) asciiSets.set(key, text)
  return text
}
const asciiSets = new Map<string, string>()
const MAX_ASCII_SETS = 256

function writeAsciiSet(items: readonly Item[], negated: boolean): string {
  const inside: boolean[] = []
  for (let code = 0; code < 0x80; code++)
    inside[code] = items.some((item) => ('word' in item ? isWord(item.word, code) : isWithin(item, code)))
  const fold = (code: number) =>
    inside[code] === true ||
    inside[otherCase(code)] === true ||
    oddOf(code).some((odd) => items.some((item) => 'first' in item && isWithin(item, odd)))
  const codes = Array.from({ length: 0x80 }, (_, code) => code).filter((code) => fold(code) !== negated)
  return codes.length === 0 ? '[^\\x00-\\x7f]' : `[${ranges(codes)}]`
}

const isWithin = (item: Extract<Item, { first: number }>, code: number): boolean =>
  item.first <= code && code <= item.last
const soleCharacter = (items: readonly Item[], negated: boolean): number | undefined => {
  const [only, more] = items
  return !negated && more === undefined && only !== undefined && 'first' in only && only.first === only.last
    ? only.first
    : undefined
}
const asciiCharacter = (code: number): string => {
  const char = String.fromCharCode(code)
  return /[A-Za-z0-9_ ]/.test(char) ? char : code < 0x20 || code === 0x7f ? hexOf(code) : `\\${char}`
}
const hexOf = (code: number): string => `\\x${code.toString(16).padStart(2, '0')}`
const otherCase = (code: number): number => (/[A-Za-z]/.test(String.fromCharCode(code)) ? code ^ 0x20 : code)
const oddOf = (code: number): readonly number[] =>
  [...ODD].filter(([, letter]) => letter === String.fromCharCode(code).toLowerCase()).map(([odd]) => odd)

function isWord(word: string, code: number): boolean {
  const char = String.fromCharCode(code)
  const space = (code >= 9 && code <= 13) || (code >= 0x1c && code <= 0x20)
  const kind = word.toLowerCase()
  const is = kind === 's' ? space : (kind === 'd' ? /[0-9]/ : /[A-Za-z0-9_]/).test(char)
  return is === (word === word.toLowerCase())
}

function ranges(codes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < codes.length; ) {
    let end = at
    // `end` starts at an index of the list and moves only to another one.
    while (codes[end + 1] === (codes[end] as number) + 1) end++
    // `at` and `end` are indexes of the list.
    text += hexOf(codes[at] as number) + (end === at ? '' : `-${hexOf(codes[end] as number)}`)
    at = end + 1
  }
  return text
}

const unicodeWords: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '[^\\p{Nd}]',
  w: '\\p{L}\\p{N}_',
  W: '[^\\p{L}\\p{N}_]',
  s: WIDE_SPACE,
  S: `[^${WIDE_SPACE}]`,
}

function unicodeSet(items: readonly Item[], negated: boolean): string {
  const parts = items.map((item) =>
    'word' in item
      ? unicodeWords[item.word]
      : item.first === item.last
        ? codeOf(item.first)
        : `${codeOf(item.first)}-${codeOf(item.last)}`,
  )
  const dotted = items.some((item) => 'first' in item && DOTS.some((code) => isWithin(item, code)))
  return `[${negated ? '^' : ''}${parts.join('')}${dotted ? 'i\\u0130\\u0131' : ''}]`
}
const codeOf = (code: number): string => `\\u{${code.toString(16)}}`
