import { expect, test } from 'vitest'
import { agoText, sentenceOf } from './health.ts'

const now = Date.parse('2026-01-02T15:00:00')
const none = { active: 0, held: 0, broken: 0, agents: [] }

test('the sentence', () => {
  const at = (text: string) => Date.parse(`2026-01-02T${text}`)
  const agents = ['cursor', 'claude', 'codex']
  expect(sentenceOf({ ...none, active: 14, broken: 1, agents, lastAt: at('14:59:56') }, now)).toBe(
    '14 hooks active in 3 agents · 1 broken · last event 4 s ago',
  )
  expect(sentenceOf({ ...none, active: 1, agents: ['cursor'], unprovenSince: at('14:02') }, now)).toBe(
    '1 hook active in 1 agent · not yet proven since 14:02',
  )
  expect(sentenceOf({ ...none, held: 2 }, now)).toBe('no hook is active · 2 held · no event yet')
})

test('how long ago, in the largest unit that fits', () => {
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
