import { expect, test } from 'vitest'
import type { Stats } from '../../../wire/panel.ts'
import { summarize } from './labels.ts'

const buckets = [
  { at: '2026-01-01T00:00:00.000Z', allow: 5, ask: 0, deny: 2, fail: 1, failed: 2 },
  { at: '2026-01-01T01:00:00.000Z', allow: 0, ask: 0, deny: 0, fail: 0, failed: 0 },
]
const stats = { records: 8, buckets, partial: false } as unknown as Stats

test('the summary omits kinds without events, and counts a denial caused by a failure as both', () => {
  expect(summarize(stats, '1d')).toBe('8 events in the last day: 5 allowed, 2 denied, 2 failed.')
  expect(summarize({ ...stats, partial: true }, '7d')).toContain('Only the newest events are counted.')
})
