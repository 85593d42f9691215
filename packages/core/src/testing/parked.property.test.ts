import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Case } from './case.ts'
import { runParkedCase } from './real-case.ts'

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(folder + file, 'utf8')) as Case[])
  .filter((one) => one.real === true)

let parkedRuns = 0

test.each(cases.map((one) => [one.note, one] as const))('parked as cold: %s', async (_, one) => {
  const result = await runParkedCase(one)
  expect(result.differences.join('\n')).toBe('')
  expect(result.parked).toEqual(result.cold)
  expect(result.parkedRuns).toBe(result.warmRuns)
  parkedRuns += result.parkedRuns
})

test('most of the hooks ran in a parked process', () => expect(parkedRuns).toBeGreaterThanOrEqual(200))
