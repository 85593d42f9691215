import { expect, test } from 'vitest'
import type { Grammar } from './grammar.ts'
import { grammarOf, knownPrograms } from './index.ts'
import { addLowerCase, programTables, rowsByName } from './tables.ts'

test('a program has the row that all tables together give it', () => {
  const together = new Map<string, Grammar>()
  for (const table of programTables) for (const [name, row] of rowsByName(table())) together.set(name, row)
  const expected = addLowerCase(together)
  expect(new Set(knownPrograms())).toEqual(new Set(expected.keys()))
  expect([...expected].filter(([name, row]) => grammarOf(name) !== row).map(([name]) => name)).toEqual([])
})
