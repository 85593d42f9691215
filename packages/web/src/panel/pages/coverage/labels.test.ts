import { expect, test } from 'vitest'
import type { CoveragePage } from '../../../wire/panel.ts'
import { choicesOf, columnsOf, everyAgent, onThisMachine, reasonsOf, shownAgents } from './labels.ts'

const page: CoveragePage = {
  agents: [
    { name: 'a', title: 'A', here: true, proved: true, surfaces: [{ name: 'cli', title: 'CLI' }] },
    {
      name: 'b',
      title: 'B',
      here: false,
      proved: false,
      surfaces: [
        { name: 'ide', title: 'IDE' },
        { name: 'tab', title: 'Tab' },
      ],
    },
  ],
  policies: [
    {
      id: 'x',
      label: 'guard',
      event: 'beforeShellExecution',
      agents: {
        a: { all: { level: 'enforced' }, surfaces: { cli: { level: 'enforced' } } },
        b: {
          all: { level: 'cannot', why: 'B never reports it' },
          surfaces: { ide: { level: 'cannot', why: 'B never reports it', note: 'in the workspace' } },
        },
      },
    },
  ],
}
const noneHere = { ...page, agents: page.agents.map((agent) => ({ ...agent, here: false })) }

test('the agents on this machine are shown, or all if there are none', () => {
  expect(shownAgents(page, onThisMachine).map(({ name }) => name)).toEqual(['a'])
  expect(shownAgents(noneHere, onThisMachine)).toHaveLength(2)
  expect(shownAgents(page, everyAgent)).toHaveLength(2)
  expect(choicesOf(page).map(({ label }) => label)).toEqual([
    ...['On this machine', 'Every agent', 'A, by place', 'B, by place'],
  ])
  expect(choicesOf(noneHere)[0]?.label).toBe('Every agent (none was found here)')
})

test('one agent has a column for each place, and an event that does not happen there has no cell', () => {
  const columns = columnsOf(page, 'b')
  expect(columns.map(({ title }) => title)).toEqual(['IDE', 'Tab'])
  expect(columns.map(({ cellOf }) => page.policies.map((policy) => cellOf(policy)?.level))).toEqual([
    ['cannot'],
    [undefined],
  ])
  expect(columnsOf(page, everyAgent).map(({ title }) => title)).toEqual(['A', 'B'])
})

test('each reason is listed once, and a limit of a place names the place', () => {
  expect(reasonsOf(page, columnsOf(page, 'b')).map(({ text }) => text)).toEqual([
    'B never reports it',
    'IDE: in the workspace',
  ])
  expect(reasonsOf(page, columnsOf(page, onThisMachine))).toEqual([])
})
