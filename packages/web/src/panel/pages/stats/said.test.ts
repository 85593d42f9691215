import { expect, test } from 'vitest'
import type { Stats } from '../../../wire/panel.ts'
import { summary } from './said.ts'

const buckets = [
  { at: '2026-01-01T00:00:00.000Z', allow: 5, ask: 0, deny: 2, fail: 1, failed: 2 },
  { at: '2026-01-01T01:00:00.000Z', allow: 0, ask: 0, deny: 0, fail: 0, failed: 0 },
]
const stats = { records: 8, buckets, partial: false } as unknown as Stats

test('a time is summed up in words, without what did not happen; a refusal by a failure counts as both', () => {
  expect(summary(stats, '1d')).toBe('8 events in the last day: 5 allowed, 2 denied, 2 failed.')
  expect(summary({ ...stats, partial: true }, '7d')).toContain('There are more')
})
