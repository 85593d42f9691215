import { expect, test } from 'vitest'
import { runParkedCase } from './real-case.ts'
import { sampledCases, triesEvery } from './real-case-list.ts'

let parkedRuns = 0

test.each(sampledCases.map((one) => [one.note, one] as const))('parked as cold: %s', async (_, one) => {
  const result = await runParkedCase(one)
  expect(result.differences.join('\n')).toBe('')
  expect(result.parked).toEqual(result.cold)
  expect(result.parkedRuns).toBe(result.warmRuns)
  parkedRuns += result.parkedRuns
})

test('most of the hooks ran in a parked process', () =>
  expect(parkedRuns).toBeGreaterThanOrEqual(triesEvery ? 200 : 60))
