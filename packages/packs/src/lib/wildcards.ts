/** Decides whether a wildcard in a command may match a file that a pattern names. Pure. */

/** Returns the pattern that the wildcard may match. */
export type WildcardMatcher = (path: string, hidden?: boolean) => string | undefined

export function createWildcardMatcher(patterns: readonly string[]): WildcardMatcher {
  const rows = patterns.flatMap((pattern) =>
    braces(pattern.replace(/^\.?\//, '').replace(/^(\*\*\/)+/, '')).flatMap((one) =>
      [one, one.replace(/\/\*\*$/, '')].map((each) => ({ pattern, parts: each.split('/').map(toSample) })),
    ),
  )
  const longest = Math.max(0, ...rows.map(({ parts }) => parts.length))
  return (path, hidden = false) => {
    // `[.]env` matches only `.env`.
    const given = path
      .toLowerCase()
      .replace(/\[(.)\]/g, '$1')
      .split('/')
      .slice(-longest)
      .map(readPart)
    const own = hidden
      ? rows.filter(({ parts }) => !/\*/.test(parts.at(-1) ?? '') || names(given.at(-1)?.text ?? '', parts))
      : rows
    return own.find(({ parts }) => covers(given.slice(-parts.length), parts, hidden))?.pattern
  }
}

/** One name of a path with wildcards, read once for all patterns. */
interface GivenPart {
  readonly text: string
  /** The number of literal characters. */
  readonly literals: number
  readonly tokens: readonly string[]
}
const readPart = (text: string): GivenPart =>
  text.length > LONG && !text.includes('[')
    ? { text, literals: text.length, tokens: [...text.slice(0, LONG)] }
    : { text, literals: replaceClasses(text, '').replace(/[*?]/g, '').length, tokens: tokens(text) }
/** A longer name without classes exceeds what file systems allow. */
const LONG = 1_024

/** Replaces each `[abc]` in a single pass; a regular expression would search for the end of each `[` again. */
export function replaceClasses(text: string, by: string): string {
  let [out, from] = ['', 0]
  for (;;) {
    const open = text.indexOf('[', from)
    // A `]` directly after the opening bracket belongs to the class.
    const close = open === -1 ? -1 : text.indexOf(']', open + (/[!^]/.test(text.charAt(open + 1)) ? 3 : 2))
    if (close === -1) return out + text.slice(from)
    out += text.slice(from, open) + by
    from = close + 1
  }
}

/** Replaces the star of a pattern such as `*.pem` with a sample name; otherwise every wildcard would match it. */
const toSample = (part: string): string => part.toLowerCase().replace(/^\*+(?=[^*])/, 'x')

/** A wildcard of a search (`*.json`) matches `.env.*` only if it contains that name. */
const names = (given: string, parts: readonly string[]): boolean =>
  given.includes((parts.at(-1) ?? '').replace(/\*.*$/, '') || '/')

function covers(given: readonly GivenPart[], parts: readonly string[], hidden: boolean): boolean {
  if (given.length < parts.length) return false
  const facing = given.filter((_, at) => !/^\*+$/.test(parts[at] ?? ''))
  const literals = facing.reduce((sum, one) => sum + one.literals, 0)
  // `*` alone does not select a particular file; `.*` selects hidden files.
  if (literals < 2 && !given.at(-1)?.text.startsWith('.')) return false
  return given.every(
    (part, at) =>
      (hidden || part.text.startsWith('.') || !parts[at]?.startsWith('.')) &&
      mayMatchSameName(part.tokens, parts[at] ?? ''),
  )
}

const MAX_WAYS = 64
const MAX_PATTERN = 4_096
/** Expands `a{b,c}` to `ab` and `ac`. If there are too many results, each pair of braces matches any name. */
export function braces(pattern: string): readonly string[] {
  return (pattern.length > MAX_PATTERN ? undefined : expandBraces(pattern)) ?? [anyName(pattern)]
}

/** The expansions of each alternative of a pair of braces that is still open; the whole pattern is the outermost. */
type Alternatives = (readonly string[])[]

/** All expansions, in one pass from the left; undefined if there are too many. */
function expandBraces(pattern: string): readonly string[] | undefined {
  const open: Alternatives[] = [[['']]]
  const extend = (ends: readonly string[]): boolean => {
    const own = open.at(-1) ?? []
    const ways = (own.pop() ?? ['']).flatMap((way) => ends.map((end) => way + end))
    own.push(ways)
    return ways.length <= MAX_WAYS
  }
  for (const piece of pattern.split(/([{},])/)) {
    const isInside = open.length > 1
    if (piece === '{') open.push([['']])
    else if (piece === ',' && isInside) open.at(-1)?.push([''])
    else if (!extend(piece === '}' && isInside ? (open.pop() ?? []).flat() : [piece])) return undefined
  }
  // An unclosed brace is literal.
  while (open.length > 1) {
    const [first = [], ...others] = open.pop() ?? []
    if (!extend(['{']) || !extend(first) || !others.every((one) => extend([',']) && extend(one))) return undefined
  }
  return open[0]?.[0]
}

/** Replaces the outermost braces with a wildcard, in one pass from the left. */
function anyName(pattern: string): string {
  let depth = 0
  let out = ''
  for (const char of pattern) {
    if (char === '{' && depth++ === 0) out += '*'
    if (depth === 0) out += char
    if (char === '}' && depth > 0) depth--
  }
  return out
}

const MAX_NAME = 255
/** True if some name matches both. Names that are longer than file systems allow always match. */
function mayMatchSameName(a: readonly string[], pattern: string): boolean {
  const b = tokens(pattern)
  if (a.length > MAX_NAME || b.length > MAX_NAME) return true
  let after: boolean[] = []
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = []
    for (let j = b.length; j >= 0; j--) {
      const [x, y] = [a[i], b[j]]
      if (x === undefined && y === undefined) row[j] = true
      else if (x === '*') row[j] = (after[j] ?? false) || (y !== undefined && (row[j + 1] ?? false))
      else if (y === '*') row[j] = (row[j + 1] ?? false) || (x !== undefined && (after[j] ?? false))
      else row[j] = x !== undefined && y !== undefined && fits(x, y) && (after[j + 1] ?? false)
    }
    after = row
  }
  return after[0] ?? false
}
/** Keeps one character more than the longest name, which is enough to detect that it is too long. */
const tokens = (text: string): readonly string[] => [
  ...replaceClasses(text, '?')
    .replace(/\*+/g, '*')
    .slice(0, 2 * MAX_NAME + 2),
]
const fits = (x: string, y: string): boolean => x === y || x === '?' || y === '?'
