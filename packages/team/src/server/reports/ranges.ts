/** Which numbers of a device never came: ranges, in order, both ends included. */
export type Range = readonly [first: number, last: number]

export interface Arrived {
  /** The highest number that came. */
  readonly accepted: number
  readonly missing: readonly Range[]
  /** Those that are new, in order, each once. */
  readonly fresh: readonly number[]
}

/** More holes than this, and the oldest are given up. */
const mostRanges = 1000

export function arrive(accepted: number, missing: readonly Range[], sequences: readonly number[]): Arrived {
  const isMissing = (n: number) => missing.some(([first, last]) => first <= n && n <= last)
  const fresh = [...new Set(sequences)].filter((n) => n > accepted || isMissing(n)).sort((a, b) => a - b)
  const filled = fresh.reduce<readonly Range[]>((left, n) => without(left, n), missing)
  const holes: Range[] = [...filled]
  let highest = accepted
  for (const n of fresh.filter((one) => one > accepted)) {
    if (n > highest + 1) holes.push([highest + 1, n - 1])
    highest = n
  }
  return { accepted: highest, missing: holes.slice(-mostRanges), fresh }
}

const without = (ranges: readonly Range[], n: number): readonly Range[] =>
  ranges.flatMap(([first, last]): Range[] => {
    if (n < first || last < n) return [[first, last]]
    return [...(first < n ? [[first, n - 1] as const] : []), ...(n < last ? [[n + 1, last] as const] : [])]
  })

/** The first so many of them. */
export function* numbersIn(ranges: readonly Range[], most: number): Generator<number> {
  let given = 0
  for (const [first, last] of ranges)
    for (let n = first; n <= last; n += 1) {
      if (given >= most) return
      given += 1
      yield n
    }
}
