import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runProperty, runTarget } from './run-target.mjs'
import { targets } from './targets.mjs'

/** A sample of `npm run fuzz`. `HOOKLINE_FUZZ_RUNS` is for each property; a failure names its seed. */
const runs = Number(process.env.HOOKLINE_FUZZ_RUNS ?? 60)
const seed = Number(process.env.HOOKLINE_FUZZ_SEED ?? Date.now() % 1_000_000)

describe.each(targets)('fuzz $name', (target) => {
  test.each(Object.keys(target.properties))('%s', async (property) => {
    const one = { name: target.name, properties: { [property]: target.properties[property] } }
    const [result] = await runTarget(one, { runs, seed })
    expect({ seed, ...result }).toEqual({ seed, target: target.name, property, runs, slowest: expect.any(Number) })
  })
})

test('a property that does not hold is reported with its smallest input', async () => {
  const result = await runProperty(
    {
      arbitrary: fc.nat(),
      check: (value) => {
        if (value > 6) throw new Error('too large')
      },
    },
    { runs: 100, seed: 1 },
  )
  expect(result).toMatchObject({ counterexample: 7, error: 'too large' })
})

test('an input that takes too long breaks its property', async () => {
  const one = { arbitrary: fc.constant('slow'), check: () => {} }
  const result = await runProperty(one, { runs: 1, seed: 1, limitMs: -1 })
  expect(result).toMatchObject({ counterexample: 'slow', error: expect.stringContaining('processor time') })
})
