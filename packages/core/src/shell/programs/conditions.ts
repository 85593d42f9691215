/** Answers the conditions of a row: which case holds, which kind a position has, whether the call is a dry run. */
import type { GivenOption } from './argument-state.ts'
import type { Cases, Grammar } from './grammar.ts'

/** The kind at a place of `pattern read*` or `read* write`, for so many operands. */
export function kindAt(kinds: string, position: number, count: number): string {
  const list = kinds.split(' ')
  const star = list.findIndex((one) => one.endsWith('*'))
  const before = star === -1 ? list : list.slice(0, star)
  const after = star === -1 ? [] : list.slice(star + 1)
  if (position < before.length) return before[position] ?? 'unknown'
  const fromEnd = count - position
  if (fromEnd <= after.length) return after[after.length - fromEnd] ?? 'unknown'
  return star === -1 ? 'unknown' : (list[star] ?? '').slice(0, -1)
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

/** The last one decides. */
export function isDryRun(row: Grammar, options: readonly GivenOption[]): boolean {
  if (row.dryRun === undefined) return false
  const names = row.dryRun.split('|')
  const negated = names.map((one) => one.replace(/^--?/, '--no-'))
  const last = options.findLast(({ name }) => names.includes(name) || negated.includes(name))
  return last !== undefined && !negated.includes(last.name) && !untrue.test(last.value?.text ?? '')
}
