/** Evaluates the conditions of a row: which case applies, which kind a position has, whether the call is a dry run. */
import type { GivenOption } from './argument-state.ts'
import type { Cases, Grammar } from './grammar.ts'

interface KindList {
  readonly before: readonly string[]
  /** The kind with a star; undefined when none has one. */
  readonly star: string | undefined
  readonly after: readonly string[]
}
/** The parsed kind lists of the rows, cached. */
const lists = new Map<string, KindList>()

function listOf(kinds: string): KindList {
  const known = lists.get(kinds)
  if (known !== undefined) return known
  const list = kinds.split(' ')
  const star = list.findIndex((one) => one.endsWith('*'))
  const made =
    star === -1
      ? { before: list, star: undefined, after: [] }
      : { before: list.slice(0, star), star: list[star]?.slice(0, -1), after: list.slice(star + 1) }
  lists.set(kinds, made)
  return made
}

/** The kind at a position of `pattern read*` or `read* write`, given the number of operands. */
export function kindAt(kinds: string, position: number, count: number): string {
  const { before, star, after } = listOf(kinds)
  if (position < before.length) return before[position] ?? 'unknown'
  const fromEnd = count - position
  if (fromEnd <= after.length) return after[after.length - fromEnd] ?? 'unknown'
  return star ?? 'unknown'
}

export function pick(cases: Cases<string> | undefined, holds: (when: string) => boolean): string | undefined {
  if (cases === undefined || typeof cases === 'string') return cases
  return Object.entries(cases).find(([when]) => holds(when))?.[1]
}

export const isTrue = (condition: string, given: ReadonlySet<string>, operands: number): boolean =>
  condition === '*' ||
  condition
    .split('|')
    .some((all) => all.split('&').every((one) => (one === 'no operands' ? operands === 0 : given.has(one))))

const untrue = /^(false|no|none|off|0|f|n)$/i

/** The last such option decides. */
export function isDryRun(row: Grammar, options: readonly GivenOption[]): boolean {
  if (row.dryRun === undefined) return false
  const names = row.dryRun.split('|')
  const negated = names.map((one) => one.replace(/^--?/, '--no-'))
  const last = options.findLast(({ name }) => names.includes(name) || negated.includes(name))
  return (
    last !== undefined &&
    !negated.includes(last.name) &&
    last.value?.known !== false &&
    !untrue.test(last.value?.text ?? '')
  )
}
