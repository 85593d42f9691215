/** Whether a wildcard in a command may stand for a file that a pattern names. Pure. */

/** The pattern that it may stand for. */
export type Wild = (path: string, hidden?: boolean) => string | undefined

export function wildcards(patterns: readonly string[]): Wild {
  const rows = patterns.flatMap((pattern) =>
    braces(pattern.replace(/^\.?\//, '').replace(/^(\*\*\/)+/, '')).flatMap((one) =>
      [one, one.replace(/\/\*\*$/, '')].map((each) => ({ pattern, parts: each.split('/').map(sampled) })),
    ),
  )
  return (path, hidden = false) => {
    // A shell takes `[.]env` for nothing else than what is written there.
    const given = path
      .toLowerCase()
      .replace(/\[(.)\]/g, '$1')
      .split('/')
    const own = hidden
      ? rows.filter(({ parts }) => !/\*/.test(parts.at(-1) ?? '') || names(given.at(-1) ?? '', parts))
      : rows
    return own.find(({ parts }) => covers(given.slice(-parts.length), parts, hidden))?.pattern
  }
}

/** What ends like a pattern (`*.pem`) is tried with a name, or every wildcard would meet it. */
const sampled = (part: string): string => part.toLowerCase().replace(/^\*+(?=[^*])/, 'x')

/** A wildcard of a search (`*.json`) means `.env.*` only where it says so. */
const names = (given: string, parts: readonly string[]): boolean =>
  given.includes((parts.at(-1) ?? '').replace(/\*.*$/, '') || '/')

function covers(given: readonly string[], parts: readonly string[], hidden: boolean): boolean {
  if (given.length < parts.length) return false
  const facing = given.filter((_, at) => !/^\*+$/.test(parts[at] ?? ''))
  const literal = facing.join('').replace(/\[[^\]]*\]|[*?]/g, '')
  // `*` alone is no choice of a file; `.*` takes those that are hidden.
  if (literal.length < 2 && !given.at(-1)?.startsWith('.')) return false
  return given.every(
    (part, at) => (hidden || part.startsWith('.') || !parts[at]?.startsWith('.')) && meets(part, parts[at] ?? ''),
  )
}

const MOST_WAYS = 64
/** `a{b,c}` is `ab` and `ac`. With more ways than are tried, each pair of braces stands for any name. */
export function braces(pattern: string): readonly string[] {
  let ways: readonly string[] = [pattern.length > MOST_PATTERN ? anyName(pattern) : pattern]
  while (ways.some((one) => group.test(one))) {
    ways = ways.flatMap(spreadOne)
    if (ways.length > MOST_WAYS) return [anyName(pattern)]
  }
  return ways
}
const MOST_PATTERN = 4_096
const group = /\{([^{}]*)\}/
function spreadOne(pattern: string): readonly string[] {
  const found = group.exec(pattern)
  if (found === null) return [pattern]
  const [whole, inner = ''] = found
  const [head, rest] = [pattern.slice(0, found.index), pattern.slice(found.index + whole.length)]
  return inner.split(',').map((one) => head + one + rest)
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

/** Some name fits both. Longer names than a disk keeps are taken to. */
function meets(one: string, two: string): boolean {
  const [a, b] = [tokens(one), tokens(two)]
  if (a.length > 255 || b.length > 255) return true
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
const tokens = (text: string): readonly string[] => [...text.replace(/\[[^\]]+\]/g, '?').replace(/\*+/g, '*')]
const fits = (x: string, y: string): boolean => x === y || x === '?' || y === '?'
