import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Case } from './case.ts'
import { runRealCase } from './real-case.ts'

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
const cases = files
  .flatMap((file) => JSON.parse(readFileSync(folder + file, 'utf8')) as Case[])
  .filter((one) => one.real === true)

test.each(cases.map((one) => [one.note, one] as const))('%s', async (_, one) =>
  expect((await runRealCase(one)).join('\n')).toBe(''),
)

test('at least 60 cases run with real processes', () => expect(cases.length).toBeGreaterThanOrEqual(60))
