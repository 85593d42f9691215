import { expect, test } from 'vitest'
import type { Config, Entry } from '../flow.ts'
import { isInForce, nextPauseChange, pauseEntry, pauseLimits, pausesOf, readPauses } from './pauses.ts'

const pause = {
  from: '2026-01-01T10:00:00.000Z',
  until: '2026-01-01T11:00:00.000Z',
  by: 'ana',
  reason: 'it blocks all',
}
const begin = Date.parse(pause.from)
const minute = 60_000

test('a pause is in force from its beginning, less the skew of clocks, until its end', () => {
  const at = (minutes: number) => isInForce(pause, begin + minutes * minute)
  expect([-6, -5, 0, 59, 60, 600].map(at)).toEqual([false, true, true, true, false, false])
})

test.each([
  ['no list', '{}'],
  ['no JSON', '[{'],
  ['a pause without a reason', [{ hookId: 0, ...pause, reason: ' ' }]],
  ['a reason that is too long', [{ hookId: 0, ...pause, reason: 'x'.repeat(501) }]],
  ['an end before its beginning', [{ hookId: 0, ...pause, until: pause.from }]],
  ['a pause of more than a week', [{ hookId: 0, ...pause, until: '2026-01-08T10:00:01.000Z' }]],
  ['a time that is not one', [{ hookId: 0, ...pause, until: 'tomorrow' }]],
  ['a time with another form', [{ hookId: 0, ...pause, until: '2026-01-01 11:00' }]],
  ['an id that is not one', [{ hookId: -1, ...pause }]],
  ['one good and one bad', [{ hookId: 1, ...pause }, { hookId: 2 }]],
])('no hook is paused by %s', (_, value) => {
  expect(readPauses(typeof value === 'string' ? value : JSON.stringify(value))).toBeUndefined()
})

test('a pause is for one hook, or with id 0 for all', () => {
  const pauses =
    readPauses(
      JSON.stringify([
        { hookId: 0, ...pause },
        { hookId: 7, ...pause, by: 'ben' },
      ]),
    ) ?? []
  expect(pausesOf(pauses, 7).map(({ by }) => by)).toEqual(['ana', 'ben'])
  expect(pausesOf(pauses, 8).map(({ by }) => by)).toEqual(['ana'])
})

// Only these fields are read.
const entryWith = (more: Partial<Entry>) => ({ id: 'team/stop/1', ...more }) as Entry

test('of several pauses the one that ends last is named, and a closed gate is open meanwhile', () => {
  const later = { ...pause, until: '2026-01-01T12:00:00.000Z', by: 'ben' }
  const entry = entryWith({ pauses: [pause, later], broken: { message: 'cannot be loaded' } })
  expect(pauseEntry(entry, begin)).toMatchObject({
    held: { why: 'paused', detail: 'paused until 2026-01-01T12:00:00.000Z by ben: it blocks all' },
  })
  expect(pauseEntry(entry, begin).broken).toBeUndefined()
  expect(pauseEntry(entry, Date.parse(later.until))).toBe(entry)
})

test('an entry that does not run for another reason keeps that reason', () => {
  const held = { why: 'disabled', detail: 'off' } as const
  expect(pauseEntry(entryWith({ pauses: [pause], held }), begin).held).toBe(held)
})

test('the configuration changes when a pause begins and when it ends', () => {
  // Only the entries are read.
  const config = { entries: [entryWith({ pauses: [pause] })] } as unknown as Config
  const first = begin - pauseLimits.clockSkewMs
  expect(nextPauseChange(config, first - 1)).toBe(first)
  expect(nextPauseChange(config, begin)).toBe(Date.parse(pause.until))
  expect(nextPauseChange(config, Date.parse(pause.until))).toBe(Number.POSITIVE_INFINITY)
})

test('a thousand hooks with a hundred pauses each have a next change', () => {
  // Nothing but the pauses is read.
  const config = {
    entries: Array.from({ length: 1000 }, () => ({ pauses: Array(100).fill(pause) })),
  } as unknown as Config
  expect(nextPauseChange(config, begin)).toBe(Date.parse(pause.until))
})
