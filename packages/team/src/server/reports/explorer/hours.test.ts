import { expect, test } from 'vitest'
import { hourMs } from '../days.ts'
import { mergeHours } from './hours.ts'

const hours = (...counts: (readonly [hour: number, count: number])[]) =>
  counts.map(([hour, count]) => ({ hour: hour * hourMs, count }))
const windows = (counts: ReturnType<typeof hours>, wanted: number) =>
  [...mergeHours(counts, wanted)].map(({ from, to }) => [from / hourMs, to / hourMs])

test('neighbouring hours are read together until they have enough', () => {
  expect(windows(hours([9, 10], [8, 10], [7, 10], [6, 10]), 20)).toEqual([
    [8, 10],
    [6, 8],
  ])
})

test('hours without matches are left out', () => {
  expect(windows(hours([9, 1], [5, 1], [4, 1]), 50)).toEqual([
    [9, 10],
    [4, 6],
  ])
})

test('an hour with enough is read alone', () => {
  expect(windows(hours([9, 100], [8, 100]), 50)).toEqual([
    [9, 10],
    [8, 9],
  ])
  expect(windows([], 50)).toEqual([])
})
