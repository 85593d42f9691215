import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listNumbers, mergeSequences, type Range } from './ranges.ts'

const all = (ranges: readonly Range[]) => [...listNumbers(ranges, 1e6)]
const batches = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }), { maxLength: 12 })

describe('mergeSequences', () => {
  it('takes each number once, and knows every one that never came', () => {
    fc.assert(
      fc.property(batches, (sent) => {
        let [accepted, missing]: [number, readonly Range[]] = [0, []]
        const stored: number[] = []
        for (const batch of sent) {
          const arrived = mergeSequences(accepted, missing, batch)
          stored.push(...arrived.fresh)
          ;({ accepted, missing } = arrived)
        }
        const came = new Set(sent.flat())
        expect(stored.toSorted((a, b) => a - b)).toEqual([...came].sort((a, b) => a - b))
        expect(accepted).toBe(Math.max(0, ...came))
        const never = Array.from({ length: accepted }, (_, n) => n + 1).filter((n) => !came.has(n))
        expect(all(missing)).toEqual(never)
      }),
    )
  })

  it('gives up the oldest of too many holes', () => {
    const { missing } = mergeSequences(
      0,
      [],
      Array.from({ length: 1500 }, (_, n) => 2 * n + 2),
    )
    expect(missing).toHaveLength(1000)
    expect(missing.at(-1)).toEqual([2999, 2999])
  })
})
