import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { dialects } from '../dialects/index.ts'
import { createRuleContext } from '../node/modules/rule-context.ts'
import type { Case } from './case.ts'
import { runCase } from './run-case.ts'

const folder = fileURLToPath(new URL('../../../../cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort()
const cases = files.flatMap((file) =>
  (JSON.parse(readFileSync(folder + file, 'utf8')) as Case[]).map((one) => ({ file, one })),
)

describe.each(files)('%s', (file) => {
  for (const { one } of cases.filter((item) => item.file === file)) {
    test(one.note, async () => expect((await runCase(one, { dialects, rules: createRuleContext })).join('\n')).toBe(''))
  }
})

test('there are at least 350 cases, each with a note of its own and a place in the contract', () => {
  expect(cases.length).toBeGreaterThanOrEqual(350)
  expect(new Set(cases.map(({ one }) => one.note)).size).toBe(cases.length)
  expect(cases.filter(({ one }) => !/^§\d+/.test(one.contract))).toEqual([])
})
