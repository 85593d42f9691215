import { expect, it } from 'vitest'
import { cutMiddle, formatAgo, formatCount, formatJson, formatMs, formatWhen } from './text.ts'

it('cuts the middle out of texts that are too long, and only of those', () => {
  expect(cutMiddle('short', 10)).toBe('short')
  expect(cutMiddle('/var/tmp/builds/release/index.ts', 15)).toBe('/var/tmp/…ex.ts')
  expect(cutMiddle('/var/tmp/builds/release/index.ts', 15)).toHaveLength(15)
})

it('formats durations in the usual unit', () => {
  expect([0, 3.14, 12.4, 999, 2_000, 2_345, 12_345, 60_000].map(formatMs)).toEqual([
    '0 ms',
    '3.1 ms',
    '12 ms',
    '999 ms',
    '2 s',
    '2345 ms',
    '12.3 s',
    '60 s',
  ])
})

it('formats past times as an age, and future times as 0 s ago', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const times = ['2026-11-16T12:00:05Z', '2026-11-16T11:59:56Z', '2026-11-16T11:57:00Z', '2026-11-14T12:00:00Z']
  expect(times.map((time) => formatAgo(time, now))).toEqual(['0 s ago', '4 s ago', '3 min ago', '2 d ago'])
})

it('shows the date only where it is not today', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  expect(formatWhen(now.toISOString(), now)).not.toContain('16')
  expect(formatWhen('2026-11-10T12:00:00Z', now)).toContain('10')
})

it('formats counts with their noun and indents JSON', () => {
  expect([formatCount(1, 'row'), formatCount(2_000, 'row')]).toEqual(['1 row', '2,000 rows'])
  expect([formatJson({ a: 1 }), formatJson('unchanged'), formatJson(undefined)]).toEqual([
    '{\n  "a": 1\n}',
    'unchanged',
    '',
  ])
})
