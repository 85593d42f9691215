import { expect, test } from 'vitest'
import { editions } from '../../editions.ts'
import { pages, readPage } from '../../testing/pages.ts'
import { type EventInput, eventNames, eventRows, type GuardedEvent, isGuardedEvent } from './index.ts'

test('an edition has its own events and those of all older editions', () => {
  expect([...editions['2.3'].events].toSorted()).toEqual([
    'afterAgentResponse',
    'afterAgentThought',
    'afterFileEdit',
    'afterMCPExecution',
    'afterShellExecution',
    'afterTabFileEdit',
    'beforeMCPExecution',
    'beforeReadFile',
    'beforeShellExecution',
    'beforeSubmitPrompt',
    'beforeTabFileRead',
    'stop',
  ])
  expect(editions['2.4'].events.has('workspaceOpen')).toBe(false)
  expect(editions['2.4'].events.has('sessionStart')).toBe(true)
  expect(editions['3'].events.has('workspaceOpen')).toBe(true)
  expect([...editions.hookline.events]).toEqual(eventNames)
})

test('every event after an action is in the table', () => {
  const following = eventNames.flatMap((name) => eventRows[name].act?.after?.event ?? [])
  expect(following.filter((name) => !eventNames.some((one) => one === name))).toEqual([])
})

test('only an event whose row has an act can be guarded', () => {
  const named: GuardedEvent = 'beforeShellExecution'
  // @ts-expect-error The row of stop has no act.
  const other: GuardedEvent = 'stop'
  expect([named, other].map(isGuardedEvent)).toEqual([true, false])
})

test('only an event with the reduced common fields lacks a conversation', () => {
  const conversation = (input: EventInput<'stop'>): string => input.conversation_id
  // @ts-expect-error The row of workspaceOpen has the reduced fields.
  const none = (input: EventInput<'workspaceOpen'>): string => input.conversation_id
  expect([conversation, none].map((read) => read({ conversation_id: 'c' } as never))).toEqual(['c', 'c'])
})

// A count would have to be changed by hand with every new event. Counts of a source document (S0, S1) stay.
test('no page states the number of events', () => {
  const count = new RegExp(`\\b${eventNames.length} events\\b`)
  const lines = pages.flatMap((page) =>
    readPage(page)
      .split('\n')
      .map((line) => `${page}: ${line}`),
  )
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines.filter((line) => count.test(line))).toEqual([])
})
