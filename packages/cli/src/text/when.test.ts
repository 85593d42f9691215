import { describe, expect, test } from 'vitest'
import { agoText, readTime, shortTime, withShortTimes } from './when.ts'

const now = new Date('2026-09-10T14:30:00')
const read = (text: string): Date => readTime('since', text, now)

describe('a time', () => {
  test.each([
    ['30m', '2026-09-10T14:00:00'],
    ['1.5h', '2026-09-10T13:00:00'],
    ['2d', '2026-09-08T14:30:00'],
    ['14:00', '2026-09-10T14:00:00'],
    ['23:15', '2026-09-09T23:15:00'],
    ['2026-09-01', '2026-09-01T00:00:00'],
    ['2026-09-01T08:05', '2026-09-01T08:05:00'],
    ['2026-09-01 08:05:10', '2026-09-01T08:05:10'],
  ])('%s counts back from now, or is on the local clock', (text, meant) => {
    expect(read(text)).toEqual(new Date(meant))
  })

  test.each(['', 'yesterday', '25:00', '12:60', '1y', '-1h', '2026-13-01', '2026-09-01Tx'])('%j is none', (text) => {
    expect(() => read(text)).toThrow(/is not a time/)
  })

  test('is shown with its date only on another day', () => {
    expect(shortTime(new Date('2026-09-10T08:05:00'), now)).toBe('08:05')
    expect(shortTime(new Date('2026-09-09T08:05:00'), now)).toBe('09-09 08:05')
    expect(shortTime(new Date('2025-12-31T08:05:00'), now)).toBe('2025-12-31 08:05')
  })

  test('in a text is shown on the local clock', () => {
    const at = new Date('2026-09-10T15:46:26').toISOString()
    expect(withShortTimes(`paused until ${at} by ada, since 2026-09-10`, now)).toBe(
      'paused until 15:46 by ada, since 2026-09-10',
    )
    expect(withShortTimes(at.replace(/\.\d+Z$/, 'Z'), now)).toBe('15:46')
  })
})

test.each([
  ['2026-09-10T14:29:30', 'just now'],
  ['2026-09-10T14:31:00', 'just now'],
  ['2026-09-10T14:29:00', '1 minute ago'],
  ['2026-09-10T13:31:00', '59 minutes ago'],
  ['2026-09-10T12:00:00', '2 hours ago'],
  ['2026-08-10T14:30:00', '31 days ago'],
])('%s is %s', (at, text) => {
  expect(agoText(new Date(at), now)).toBe(text)
})
