import { expect, test } from 'vitest'
import { describeHookCount, describeImpact, hasHookCounts, listNotes } from './labels.ts'

const counts = { events: 5120n, denies: 41n, newDenies: 38n, asks: 3n, unjudged: 12n } as never
const facts = {
  days: 7,
  devices: 12,
  reported: 10,
  deniedOn: 9,
  counts,
  state: 'asking',
  leftOut: 0,
  partial: 0,
  leastMachines: 5,
}

test('says how many calls on how many devices', () => {
  expect(describeImpact(facts)).toBe('In the last 7 days this would have denied 41 calls on 9 devices.')
  expect(describeImpact({ ...facts, reported: 0 })).toBe('No device has answered yet (of 12).')
})

test('says what was not judged', () => {
  const notes = listNotes({ ...facts, leftOut: 2, partial: 1, state: 'ended' }).join(' ')
  for (const text of [
    '12 could not be judged',
    '10 of 12 devices answered',
    '2 changed hooks not judged',
    '1 device judged',
    'no longer',
  ])
    expect(notes).toContain(text)
})

test('counts of each hook are shown from so many devices, and as what is sure', () => {
  expect([hasHookCounts(facts), hasHookCounts({ ...facts, reported: 4 })]).toEqual([true, false])
  expect(listNotes(facts).join(' ')).not.toContain('at least 5 devices')
  expect(listNotes({ ...facts, reported: 4 })).toContain(
    'The counts of each hook are shown when at least 5 devices have answered.',
  )
  expect([describeHookCount(0n), describeHookCount(1200n)]).toEqual(['Under 20 on each device', 'At least 1,200'])
})
