import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeRegression, findRegression, isRefusedTooOften, isWorse, lowerBound } from './judge.ts'

const counts = (runs: number, bad: number) => ({ runs, failures: bad, denies: bad })
const worse = (measure: 'failures' | 'denies', candidate: [number, number], stable: [number, number]) =>
  isWorse({ measure, candidate: counts(...candidate), stable: counts(...stable) })

test.each<readonly [why: string, stops: boolean, candidate: [number, number], stable: [number, number]]>([
  ['a hook that always fails, three times', true, [3, 3], [0, 0]],
  ['a hook that always fails, against a good one', true, [5, 5], [500, 2]],
  ['a hook that fails every other time', true, [12, 6], [100, 0]],
  ['one failure of one run', false, [1, 1], [0, 0]],
  ['two failures of two runs', false, [2, 2], [0, 0]],
  ['one failure of ten', false, [10, 1], [0, 0]],
  ['three failures of twenty', false, [20, 3], [100, 0]],
  ['a hook that always failed, and still does', false, [50, 50], [50, 50]],
  ['a rate that is less than twice as high', false, [400, 60], [400, 40]],
  ['a rate that is three times as high', true, [400, 120], [400, 40]],
  ['a rise below the floor', false, [10_000, 300], [10_000, 10]],
])('%s: stops %s', (_, stops, candidate, stable) => {
  expect(worse('failures', candidate, stable)).toBe(stops)
})

test('denials have a higher floor, because a new guard has to deny something', () => {
  expect(worse('denies', [100, 15], [100, 0])).toBe(false)
  expect(worse('denies', [100, 40], [100, 5])).toBe(true)
  expect(worse('denies', [3, 3], [0, 0])).toBe(true)
})

test('more bad runs never turn a stop into no stop, and a higher stable rate never causes one', () => {
  const numbers = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, (a, b, c, d) => {
      const [bad, runs] = [Math.min(a, b), Math.max(a, b)]
      const [stableBad, stableRuns] = [Math.min(c, d), Math.max(c, d)]
      const stops = worse('failures', [runs, bad], [stableRuns, stableBad])
      expect(lowerBound(bad, runs)).toBeLessThanOrEqual((runs === 0 ? 0 : bad / runs) + 1e-9)
      if (stops && bad < runs) expect(worse('failures', [runs, bad + 1], [stableRuns, stableBad])).toBe(true)
      if (!stops && stableBad < stableRuns)
        expect(worse('failures', [runs, bad], [stableRuns, stableBad + 1])).toBe(false)
    }),
  )
})

/** A fixed sequence of numbers from 0 to 1, so that the test is the same each time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    yield state / 2 ** 32
  }
}

test('a candidate that fails as often as before is almost never stopped, although it is judged after each run', () => {
  const isStopped = (seed: number, rate: number): boolean => {
    const random = numbers(seed)
    let bad = 0
    for (let runs = 1; runs <= 400; runs += 1) {
      if ((random.next().value ?? 1) < rate) bad += 1
      if (worse('failures', [runs, bad], [10_000, 10_000 * rate])) return true
    }
    return false
  }
  for (const rate of [0.005, 0.01, 0.02]) {
    const stopped = Array.from({ length: 300 }, (_, seed) => isStopped(seed * 7919 + 13, rate)).filter(Boolean).length
    expect([rate, stopped]).toEqual([rate, expect.toSatisfy((n: number) => n <= 9)])
  }
})

test('a bad hook among many good ones is found, and the reason has its numbers', () => {
  const candidate = new Map([
    [0, { runs: 200, denies: 10, failures: 4 }],
    [1, { runs: 200, denies: 10, failures: 0 }],
    [2, { runs: 4, denies: 0, failures: 4 }],
  ])
  const stable = new Map([[0, { runs: 900, denies: 40, failures: 0 }]])
  const canary = { stage: 'canary', chosen: 1, extremes: new Map() } as const
  const found = findRegression(candidate, stable, canary)
  expect(found).toMatchObject({ measure: 'failures', hookId: 2 })
  if (found !== undefined)
    expect(describeRegression(found, 'guard.sh')).toBe(
      '100 % of the runs of guard.sh failed with it (4 of 4), and 0 % with the stable hooks (0 of 0)',
    )
  expect(findRegression(stable, stable, canary)).toBeUndefined()
})

test('one canary that refuses is enough; later it takes two machines and a share of them', () => {
  expect(isRefusedTooOften(true, 0, 5)).toBe(false)
  expect(isRefusedTooOften(true, 1, 5)).toBe(true)
  expect(isRefusedTooOften(false, 1, 0)).toBe(false)
  expect(isRefusedTooOften(false, 2, 100)).toBe(false)
  expect(isRefusedTooOften(false, 10, 90)).toBe(true)
})

/** Five machines: the sums, and what one of them has at most. */
const five = (
  runs: number,
  bad: number,
  mostBad: number,
  mostGood: number,
  stage: 'canary' | 'percent' = 'percent',
) => {
  const extremes = new Map([
    [1, { machines: 5, failures: { mostBad, mostGood }, denies: { mostBad: 0, mostGood: runs } }],
  ])
  return findRegression(new Map([[1, { runs, denies: 0, failures: bad }]]), new Map(), { stage, chosen: 5, extremes })
}

test('failures of one machine among many stop a rollout at the canary stage alone', () => {
  expect(five(100, 60, 60, 10)).toBeUndefined()
  expect(five(100, 60, 60, 10, 'canary')).toMatchObject({ hookId: 1 })
  expect(five(100, 60, 30, 10)).toMatchObject({ candidate: { runs: 100, failures: 60 } })
  // Two failures of the others are too few.
  expect(five(100, 62, 60, 10)).toBeUndefined()
})

test('good runs of one machine hide nothing', () => {
  const found = five(108, 8, 2, 100)
  expect(found).toMatchObject({ candidate: { runs: 8, failures: 8 }, isWithoutBusiest: true })
  if (found !== undefined) expect(describeRegression(found, 'guard.sh')).toContain('(8 of 8, without the machine')
  expect(five(108, 8, 2, 20)).toBeUndefined()
})
