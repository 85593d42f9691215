import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRolloutProblem, hasCandidate, hashDevice, positionOf } from './rollout.ts'

const salts = fc.stringMatching(/^[0-9a-f]{32}$/)
const devices = fc.stringMatching(/^[a-z2-7]{16}$/)
const percents = fc.integer({ min: 1, max: 100 })
const at = (percent: number, salt: string, canaries: readonly string[] = []) =>
  ({ stage: 'percent', percent, salt, canaries }) as const

interface RingCase {
  readonly note: string
  readonly rollout: Parameters<typeof hasCandidate>[0]
  readonly device: string
  readonly candidate: boolean
}
/** Written from the contract with another program, so that every version of a client chooses the same machines. */
const cases = readFileSync(new URL('../../../../cases/team/rings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RingCase)

test.each(cases.map((one) => [one.note, one] as const))('%s', (_, { rollout, device, candidate }) => {
  expect(findRolloutProblem({ ...rollout, candidate: 1 }, 1)).toBeUndefined()
  expect(hasCandidate(rollout, device)).toBe(candidate)
})

test('the same machine gets the same answer each time', () => {
  fc.assert(
    fc.property(salts, devices, percents, (salt, device, percent) => {
      expect(hasCandidate(at(percent, salt), device)).toBe(hasCandidate(at(percent, salt), device))
      expect(hasCandidate(at(100, salt), device)).toBe(true)
      expect(positionOf(salt, device)).toBeLessThan(100)
    }),
  )
})

test('a higher percentage takes the candidate from no machine', () => {
  fc.assert(
    fc.property(salts, devices, percents, percents, (salt, device, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      if (hasCandidate(at(low, salt), device)) expect(hasCandidate(at(high, salt), device)).toBe(true)
    }),
  )
})

test('a canary has it at every stage, and no other machine at the canary stage', () => {
  fc.assert(
    fc.property(salts, devices, devices, percents, (salt, canary, other, percent) => {
      const canaries = [hashDevice(salt, canary)]
      expect(hasCandidate({ stage: 'canary', percent: 0, salt, canaries }, canary)).toBe(true)
      expect(hasCandidate(at(percent, salt, canaries), canary)).toBe(true)
      expect(hasCandidate({ stage: 'canary', percent: 0, salt, canaries }, other)).toBe(other === canary)
    }),
  )
})

test('the share of the machines is close to the percentage, and another salt chooses others', () => {
  const ids = Array.from({ length: 4000 }, (_, n) => `device${n.toString(32).padStart(10, 'a')}`)
  fc.assert(
    fc.property(salts, salts, percents, (salt, other, percent) => {
      const chosen = ids.filter((id) => hasCandidate(at(percent, salt), id))
      // Five standard deviations.
      const spread = 5 * Math.sqrt((percent / 100) * (1 - percent / 100) * ids.length)
      expect(Math.abs(chosen.length - (ids.length * percent) / 100)).toBeLessThanOrEqual(spread)
      if (salt === other || percent > 50 || percent < 5) return
      const both = chosen.filter((id) => hasCandidate(at(percent, other), id))
      expect(both.length).toBeLessThan(chosen.length * 0.8)
    }),
    { numRuns: 50 },
  )
})

const good = { candidate: 3, stage: 'percent', percent: 10, salt: 'a'.repeat(32), canaries: ['b'.repeat(32)] }

test.each([
  ['candidate', { candidate: 0 }],
  ['candidate', { candidate: 4 }],
  ['candidate', { candidate: '3' }],
  ['stage', { stage: 'all' }],
  ['stage', { stage: undefined }],
  ['percent', { percent: 0 }],
  ['percent', { percent: 101 }],
  ['percent', { percent: -1 }],
  ['percent', { percent: 10.5 }],
  ['percent', { percent: '10' }],
  ['percent', { stage: 'canary', percent: 10 }],
  ['salt', { salt: '' }],
  ['salt', { salt: 'A'.repeat(32) }],
  ['canaries', { canaries: 'all' }],
  ['canaries', { canaries: ['laptop'] }],
  ['canaries', { canaries: Array.from({ length: 1001 }, () => 'b'.repeat(32)) }],
])('a rollout with another %s is invalid: %j', (name, change) => {
  expect(findRolloutProblem(good, 3)).toBeUndefined()
  expect(findRolloutProblem({ ...good, ...change }, 3)).toBe(name)
})
