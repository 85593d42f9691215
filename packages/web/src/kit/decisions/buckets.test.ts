import { expect, test } from 'vitest'
import { bucketName, countIn, isByDay, markersIn, mergeBuckets, stackBuckets, tickName, totalOf } from './buckets.ts'

const buckets = [
  { at: '2026-01-01T00:00:00.000Z', allow: 5, ask: 0, deny: 2, fail: 1, failed: 3 },
  { at: '2026-01-01T01:00:00.000Z', allow: 0, ask: 0, deny: 0, fail: 0, failed: 0 },
]

test('a stack contains each kind except failures, and empty kinds have no bar', () => {
  expect(stackBuckets(buckets)).toEqual([
    [5, null],
    [null, null],
    [7, null],
  ])
})

test('failures are counted separately, whatever the decision was', () => {
  expect([countIn({ ...buckets[1], fail: 1, failed: 4 } as never, 'fail'), totalOf(buckets, 'fail')]).toEqual([4, 3])
})

const local = (text: string) => new Date(text).getTime() / 1000
const day = 86_400

test('a chart of several days shows dates; a chart of one day shows the date at midnight', () => {
  expect([isByDay(day), isByDay(7 * day)]).toEqual([false, true])
  expect(tickName(local('2026-11-16T00:00'), 7 * day)).toMatch(/16/)
  expect(tickName(local('2026-11-16T12:00'), 7 * day)).not.toMatch(/12:00/)
  expect(tickName(local('2026-11-16T00:00'), day)).toMatch(/16/)
  expect(tickName(local('2026-11-16T09:00'), day)).toMatch(/^09:00/)
})

test('the label of a one-day bar is the date without a time', () => {
  expect(bucketName('2026-11-16T12:00:00', 86_400_000)).not.toMatch(/:/)
  expect(bucketName('2026-11-16T12:00:00', 3_600_000)).toMatch(/16.*12:00/)
  expect(bucketName('2026-11-16T12:00:00', 60_000)).toMatch(/^12:00/)
})

test('midnight is 00:00 of the new day in every language', () => {
  for (const language of ['en-US', 'en-GB', 'de', 'ja']) {
    expect(bucketName('2026-11-16T00:00:00', 3_600_000, language)).toMatch(/16.*00:00/)
    expect(bucketName('2026-11-16T00:05:00', 60_000, language)).toBe('00:05')
  }
})

/** The hour before and after clocks are set back have the same local time. */
test('an hour that comes twice when clocks are set back has its zone', () => {
  const before = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  try {
    const hours = ['2026-10-24T23', '2026-10-25T00', '2026-10-25T01', '2026-10-25T02']
    const names = hours.map((hour) => bucketName(`${hour}:00:00Z`, 3_600_000, 'en-GB'))
    expect(names).toEqual(['25 Oct, 01:00', '25 Oct, 02:00 CEST', '25 Oct, 02:00 CET', '25 Oct, 03:00'])
    expect(bucketName('2026-10-25T00:30:00Z', 60_000, 'en-GB')).toBe('02:30 CEST')
    // The hour that is left out in spring is no reason for a zone.
    expect(bucketName('2026-03-29T01:00:00Z', 3_600_000, 'en-GB')).toBe('29 Mar, 03:00')
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test('merging neighbouring bars for a narrow chart keeps all counts', () => {
  const many = Array.from({ length: 96 }, (_, n) => ({
    at: new Date(n * 900_000).toISOString(),
    ...{ allow: 1, ask: 0, deny: 2, fail: 1, failed: 3 },
  }))
  const { buckets: few, bucketMs } = mergeBuckets({ buckets: many, bucketMs: 900_000 }, 16)
  expect([few.length, bucketMs]).toEqual([16, 6 * 900_000])
  expect(few[1]).toEqual({ at: many[6]?.at, allow: 6, ask: 0, deny: 12, fail: 6, failed: 18 })
  expect(mergeBuckets({ buckets: many, bucketMs: 900_000 }, 96).buckets).toBe(many)
})

test('a marker belongs to the bucket of its time, also after neighbours were merged', () => {
  const marker = { at: '2026-01-01T01:30:00.000Z', label: 'r2', detail: 'revision 2' }
  const stats = { buckets, bucketMs: 3_600_000, markers: [marker] }
  expect(buckets.map((bucket) => markersIn(stats, bucket))).toEqual([[], [marker]])
  const merged = mergeBuckets(stats, 1)
  expect(merged.buckets.map((bucket) => markersIn(merged, bucket))).toEqual([[marker]])
})
