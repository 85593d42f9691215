import { create } from '@bufbuild/protobuf'
import { CoverageSchema, coverageStates } from '@hookline/team/wire'
import { expect, test } from 'vitest'
import { describeGap, labelOf, listNumbers } from './coverage-labels.ts'

test('the numbers name every state that has devices, and versions that never asked', () => {
  const unseenVersions = [{ agent: 'claude', title: 'Claude Code', version: '9.9.9', devices: 1 }]
  const numbers = listNumbers(create(CoverageSchema, { devices: 15, guarded: 12, idle: 3, unseenVersions }))
  expect(numbers.map(({ count, text, search }) => [count, text, search])).toEqual([
    [12, 'guarded', { coverage: 'guarded' }],
    [3, 'enrolled, but no agent asks', { coverage: 'idle' }],
    [1, 'with Claude Code 9.9.9, which has never asked', { agent: 'claude', version: '9.9.9' }],
  ])
})

test('a team without a guarded device says so', () => {
  expect(listNumbers(create(CoverageSchema, { devices: 1, unknown: 1 })).map(({ count }) => count)).toEqual([0, 1])
})

test('every state has a label, and an unknown one is shown by its name', () => {
  for (const state of coverageStates) expect(labelOf(state).label).not.toBe(state)
  expect(labelOf('of-2031').label).toBe('of-2031')
  expect(describeGap('of-2031')).toBe('of-2031')
})
