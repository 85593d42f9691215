import { expect, test } from 'vitest'
import { runRealCase } from './real-case.ts'
import { realCases } from './real-case-list.ts'

test.each(realCases.map((one) => [one.note, one] as const))('%s', async (_, one) =>
  expect((await runRealCase(one)).join('\n')).toBe(''),
)

test('at least 60 cases run with real processes', () => expect(realCases.length).toBeGreaterThanOrEqual(60))
