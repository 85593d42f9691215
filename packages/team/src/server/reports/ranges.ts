/** The missing report numbers of a device, as ordered ranges including both ends. */
export type Range = readonly [first: number, last: number]

export interface MergedSequences {
  /** The highest number received. */
  readonly accepted: number
  readonly missing: readonly Range[]
  /** The new numbers, sorted and without duplicates. */
  readonly fresh: readonly number[]
}

/** If there are more ranges, the oldest are dropped. */
const maxRanges = 1000

export function mergeSequences(
  accepted: number,
  missing: readonly Range[],
  sequences: readonly number[],
): MergedSequences {
  const isMissing = (n: number) => missing.some(([first, last]) => first <= n && n <= last)
  const fresh = [...new Set(sequences)].filter((n) => n > accepted || isMissing(n)).sort((a, b) => a - b)
  const filled = fresh.reduce<readonly Range[]>((remaining, n) => removeNumber(remaining, n), missing)
  const holes: Range[] = [...filled]
  let highest = accepted
  for (const n of fresh.filter((number) => number > accepted)) {
    if (n > highest + 1) holes.push([highest + 1, n - 1])
    highest = n
  }
  return { accepted: highest, missing: holes.slice(-maxRanges), fresh }
}

const removeNumber = (ranges: readonly Range[], n: number): readonly Range[] =>
  ranges.flatMap(([first, last]): Range[] => {
    if (n < first || last < n) return [[first, last]]
    return [...(first < n ? [[first, n - 1] as const] : []), ...(n < last ? [[n + 1, last] as const] : [])]
  })

export const countNumbers = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)

/** Lists the first `most` numbers of the ranges. */
export function* listNumbers(ranges: readonly Range[], most: number): Generator<number> {
  let listed = 0
  for (const [first, last] of ranges)
    for (let n = first; n <= last; n += 1) {
      if (listed >= most) return
      listed += 1
      yield n
    }
}
