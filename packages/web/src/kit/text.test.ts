import { expect, it } from 'vitest'
import { ago, counted, middle, ms, pretty, when } from './text.ts'

it('cuts the middle out of what is too long, and nothing else', () => {
  expect(middle('short', 10)).toBe('short')
  expect(middle('/var/tmp/builds/release/index.ts', 15)).toBe('/var/tmp/…ex.ts')
  expect(middle('/var/tmp/builds/release/index.ts', 15)).toHaveLength(15)
})

it('tells durations in the unit one would say', () => {
  expect([0, 3.14, 12.4, 999, 2_000, 2_345, 12_345, 60_000].map(ms)).toEqual([
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

it('tells how long ago, never in the future', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const times = ['2026-11-16T12:00:05Z', '2026-11-16T11:59:56Z', '2026-11-16T11:57:00Z', '2026-11-14T12:00:00Z']
  expect(times.map((time) => ago(time, now))).toEqual(['0 s ago', '4 s ago', '3 min ago', '2 d ago'])
})

it('says the day only where it is not today', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  expect(when(now.toISOString(), now)).not.toContain('16')
  expect(when('2026-11-10T12:00:00Z', now)).toContain('10')
})

it('counts in words and shows JSON for people', () => {
  expect([counted(1, 'row'), counted(2_000, 'row')]).toEqual(['1 row', '2,000 rows'])
  expect([pretty({ a: 1 }), pretty('as it is'), pretty(undefined)]).toEqual(['{\n  "a": 1\n}', 'as it is', ''])
})
