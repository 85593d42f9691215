import { expect, test } from 'vitest'
import type { HealthFacts } from '../scene/health-facts.ts'
import { agoText, healthSentence, healthTone } from './health.ts'

const now = Date.parse('2026-01-02T15:00:00')
const at = (text: string) => Date.parse(`2026-01-02T${text}`)
const none: HealthFacts = {
  active: 0,
  skipped: 0,
  untrusted: 0,
  broken: 0,
  closed: false,
  agents: [],
  uncalled: 0,
  missing: [],
}
const cursor = (hooks: number) => ({ name: 'cursor', title: 'Cursor', hooks })
const claude = (hooks: number) => ({ name: 'claude', title: 'Claude Code', hooks })

test('the sentence has the number of hooks, what is wrong with them, and the last event', () => {
  const agents = [cursor(14), claude(14)]
  expect(healthSentence({ ...none, active: 14, broken: 1, agents, lastAt: at('14:59:56') }, now)).toBe(
    '14 hooks active in 2 agents · 1 broken · last event 4 s ago',
  )
  expect(healthSentence({ ...none, active: 1, agents: [cursor(1)], unprovenSince: at('14:02') }, now)).toBe(
    '1 hook active in 1 agent · not yet proven since 14:02',
  )
  expect(healthSentence({ ...none, skipped: 2 }, now)).toBe('no hook is active · 2 skipped · no event yet')
  expect(healthSentence({ ...none, active: 1, skipped: 3, untrusted: 2 }, now)).toBe(
    '1 hook active · 2 off until you trust the workspace · 1 skipped · no event yet',
  )
  expect(healthSentence({ ...none, skipped: 2, closed: true }, now)).toBe(
    'no hook is active · 2 skipped · gates closed until you trust the change · no event yet',
  )
})

test('the sentence has the number of hooks per agent if an agent does not run all of them', () => {
  expect(healthSentence({ ...none, active: 15, agents: [cursor(4)] }, now)).toBe(
    '4 of 15 hooks run in Cursor · no event yet',
  )
  expect(healthSentence({ ...none, active: 15, agents: [cursor(4), claude(15)] }, now)).toBe(
    '15 hooks active: 4 in Cursor, 15 in Claude Code · no event yet',
  )
  expect(healthSentence({ ...none, active: 2, uncalled: 2 }, now)).toBe(
    '2 hooks, no agent calls them here · no event yet',
  )
})

test('the tone is good only if there are events, nothing is broken, and an agent calls every hook', () => {
  const working = { ...none, active: 2, agents: [cursor(2)], lastAt: now }
  expect(healthTone(working, 0)).toBe('good')
  expect(healthTone({ ...working, uncalled: 1 }, 0)).toBe('attention')
  expect(healthTone({ ...working, unprovenSince: now }, 0)).toBe('attention')
  expect(healthTone(working, 1)).toBe('attention')
  expect(healthTone({ ...none, skipped: 1, closed: true }, 0)).toBe('attention')
  expect(healthTone({ ...working, broken: 1, uncalled: 1 }, 0)).toBe('bad')
  expect(healthTone(none, 0)).toBe('quiet')
})

test('agoText uses the largest unit that fits', () => {
  expect([0, 999, 59_999, 60_000, 3_599_999, 7_200_000, 172_800_000].map(agoText)).toEqual([
    '0 s',
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '2 h',
    '2 d',
  ])
})
