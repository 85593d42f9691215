import { expect, test } from 'vitest'
import { describeNext, listRings, listStages, readPercentages, toRates, toRing } from './labels.ts'

const at = (stage: string, percent: number, state = 'running') => ({ stage, percent, state, percentages: [10, 50] })
const states = (facts: ReturnType<typeof at>) => listStages(facts).map(({ label, state }) => `${label}: ${state}`)

test('the stages show what is done and what comes next', () => {
  expect(states(at('canary', 0))).toEqual(['Canary devices: current', '10 %: next', '50 %: next', 'All devices: next'])
  expect(states(at('percent', 25))).toEqual([
    ...['Canary devices: done', '10 %: done', '25 %: current', '50 %: next', 'All devices: next'],
  ])
  expect(states(at('observe', 0))).toEqual([
    ...['Only observed: current', 'Canary devices: next', '10 %: next', '50 %: next', 'All devices: next'],
  ])
  expect(states(at('percent', 50, 'finished')).every((text) => text.endsWith('done'))).toBe(true)
})

test('the next stage says when, or why it waits', () => {
  const next = { nextAt: '2026-01-02T10:00:00.000Z', nextPercent: 10, nextStage: 'percent', waitsFor: '' }
  expect(describeNext(next)).toMatch(/^Next: 10 % of the devices at .*, if nothing speaks against it\.$/)
  expect(describeNext({ ...next, waitsFor: 'no machine has it' })).toContain('It waits because no machine has it.')
  expect(describeNext({ ...next, nextAt: '', nextPercent: 0, nextStage: 'canary' })).toContain('the canary devices')
  expect(describeNext({ ...next, nextAt: '', nextPercent: 0, nextStage: 'all' })).toBe(
    'Next: all devices, when someone advances it.',
  )
})

test('rates have their numbers, and no decisions have no rate', () => {
  expect(toRates('Candidate', undefined)).toMatchObject({ decisions: '0', denied: '–' })
  const counts = { decisions: 2000n, denies: 5n, failures: 400n } as Parameters<typeof toRates>[1]
  expect(toRates('Stable', counts)).toMatchObject({ decisions: '2,000', denied: '5 (0.3 %)', failed: '400 (20 %)' })
})

test('the choices and the settings are read strictly', () => {
  expect(listRings([10], 0).map(({ value }) => value)).toEqual(['all', 'observe', '10'])
  expect(listRings([], 2)[2]?.label).toBe('Canary devices first (2 devices)')
  expect([toRing('all'), toRing('10')]).toEqual([
    { ring: 'all', percent: 0 },
    { ring: 'percent', percent: 10 },
  ])
  expect(readPercentages('10, 50 %')).toEqual([10, 50])
  for (const bad of ['50, 10', '0', '101', '10, 10', 'ten', '-5']) expect(readPercentages(bad), bad).toBeUndefined()
})
