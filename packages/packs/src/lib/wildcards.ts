/** Whether a wildcard in a command may stand for a file that a pattern names. Pure. */

/** The pattern that it may stand for. */
export type Wild = (path: string, hidden?: boolean) => string | undefined

export function wildcards(patterns: readonly string[]): Wild {
  const rows = patterns.flatMap((pattern) =>
    braces(pattern.replace(/^\.?\//, '').replace(/^(\*\*\/)+/, '')).flatMap((one) =>
      [one, one.replace(/\/\*\*$/, '')].map((each) => ({ pattern, parts: each.split('/').map(sampled) })),
    ),
  )
  const longest = Math.max(0, ...rows.map(({ parts }) => parts.length))
  return (path, hidden = false) => {
    // A shell takes `[.]env` for nothing else than what is written there.
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
  /** How many characters stand for themselves. */
  readonly literals: number
  readonly tokens: readonly string[]
}
const readPart = (text: string): GivenPart =>
  text.length > LONG && !text.includes('[')
    ? { text, literals: text.length, tokens: [...text.slice(0, LONG)] }
    : { text, literals: replaceClasses(text, '').replace(/[*?]/g, '').length, tokens: tokens(text) }
/** A name without classes that is longer than any that a disk keeps, whatever its characters stand for. */
const LONG = 1_024

/** Replaces each `[abc]`. It reads the text once, where an expression would search for the end of each `[` anew. */
export function replaceClasses(text: string, by: string): string {
  let [out, from] = ['', 0]
  for (;;) {
    const open = text.indexOf('[', from)
    // A `]` that comes first belongs to the class.
    const close = open === -1 ? -1 : text.indexOf(']', open + (/[!^]/.test(text.charAt(open + 1)) ? 3 : 2))
    if (close === -1) return out + text.slice(from)
    out += text.slice(from, open) + by
    from = close + 1
  }
}

/** What ends like a pattern (`*.pem`) is tried with a name, or every wildcard would meet it. */
const sampled = (part: string): string => part.toLowerCase().replace(/^\*+(?=[^*])/, 'x')

/** A wildcard of a search (`*.json`) means `.env.*` only where it says so. */
const names = (given: string, parts: readonly string[]): boolean =>
  given.includes((parts.at(-1) ?? '').replace(/\*.*$/, '') || '/')

function covers(given: readonly GivenPart[], parts: readonly string[], hidden: boolean): boolean {
  if (given.length < parts.length) return false
  const facing = given.filter((_, at) => !/^\*+$/.test(parts[at] ?? ''))
  const literals = facing.reduce((sum, one) => sum + one.literals, 0)
  // `*` alone is no choice of a file; `.*` takes those that are hidden.
  if (literals < 2 && !given.at(-1)?.text.startsWith('.')) return false
  return given.every(
    (part, at) =>
      (hidden || part.text.startsWith('.') || !parts[at]?.startsWith('.')) && meets(part.tokens, parts[at] ?? ''),
  )
}

const MOST_WAYS = 64
const MOST_PATTERN = 4_096
/** `a{b,c}` is `ab` and `ac`. With more ways than are tried, each pair of braces stands for any name. */
export function braces(pattern: string): readonly string[] {
  return (pattern.length > MOST_PATTERN ? undefined : spread(pattern)) ?? [anyName(pattern)]
}

/** The ways to read each alternative of a pair of braces that is still open; the whole pattern is the outermost. */
type Alternatives = (readonly string[])[]

/** All ways, in one pass from the left; undefined when they are too many. */
function spread(pattern: string): readonly string[] | undefined {
  const open: Alternatives[] = [[['']]]
  const extend = (ends: readonly string[]): boolean => {
    const own = open.at(-1) ?? []
    const ways = (own.pop() ?? ['']).flatMap((way) => ends.map((end) => way + end))
    own.push(ways)
    return ways.length <= MOST_WAYS
  }
  for (const piece of pattern.split(/([{},])/)) {
    const isInside = open.length > 1
    if (piece === '{') open.push([['']])
    else if (piece === ',' && isInside) open.at(-1)?.push([''])
    else if (!extend(piece === '}' && isInside ? (open.pop() ?? []).flat() : [piece])) return undefined
  }
  // What nothing closes stands for itself.
  while (open.length > 1) {
    const [first = [], ...others] = open.pop() ?? []
    if (!extend(['{']) || !extend(first) || !others.every((one) => extend([',']) && extend(one))) return undefined
  }
  return open[0]?.[0]
}

/** One pass from the left: the outermost braces become a wildcard. */
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

const MOST_NAME = 255
/** Some name fits both. Longer names than a disk keeps are taken to. */
function meets(a: readonly string[], pattern: string): boolean {
  const b = tokens(pattern)
  if (a.length > MOST_NAME || b.length > MOST_NAME) return true
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
/** One more than the longest name is enough to tell that it is too long. */
const tokens = (text: string): readonly string[] => [
  ...replaceClasses(text, '?')
    .replace(/\*+/g, '*')
    .slice(0, 2 * MOST_NAME + 2),
]
const fits = (x: string, y: string): boolean => x === y || x === '?' || y === '?'
