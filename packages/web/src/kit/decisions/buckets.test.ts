import { expect, test } from 'vitest'
import { stacked } from './buckets.ts'

const buckets = [
  { at: '2026-01-01T00:00:00.000Z', allow: 5, ask: 0, deny: 2, fail: 1 },
  { at: '2026-01-01T01:00:00.000Z', allow: 0, ask: 0, deny: 0, fail: 0 },
]

test('a stack grows by each kind; what did not happen has no bar', () => {
  expect(stacked(buckets)).toEqual([
    [5, null],
    [null, null],
    [7, null],
    [8, null],
  ])
})
