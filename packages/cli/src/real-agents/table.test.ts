import { expect, test } from 'vitest'
import type { Assertion } from './report.ts'
import { agentsTables, printTable, tableFacts, tableSection } from './table.ts'

const columns = [
  { name: 'One', version: '2.0', hasHooks: true },
  { name: 'Two', version: '1.0', hasHooks: false },
]
const trial = (version: string, meta: Assertion['meta'], status = 'passed'): Assertion => ({
  ancestorTitles: ['Theme', version],
  title: 'a trial',
  status,
  ...(meta === undefined ? {} : { meta }),
})
const fault = (row: string, policy: string, act: string) => ({ fault: { row, policy, act } })
const rowsOf = (...assertionResults: readonly Assertion[]) =>
  agentsTables({ testResults: [{ assertionResults }] }, columns).map(({ rows }) =>
    Object.fromEntries(rows.map(([title = '', ...cells]) => [title, cells])),
  )

test('a cell without a trial says so', () => {
  const [alone, connected] = rowsOf()
  expect(alone?.['a deny reply']).toEqual(['not run'])
  expect(connected?.['a deny reply']).toEqual(['not run', 'not run'])
})

test('an agent without hooks of its own has no column alone', () => {
  const [alone, connected] = rowsOf()
  expect(Object.values(alone ?? {})[0]).toEqual(['One 2.0'])
  expect(Object.values(connected ?? {})[0]).toEqual(['One 2.0', 'Two 1.0'])
})

test('a fault counts alone or with Hookline, and only with the policy of the table', () => {
  const [alone, connected] = rowsOf(
    trial('One 2.0', fault('exits 1', 'alone', 'ran')),
    trial('One 2.0', fault('exits 1', 'default', 'ran')),
    trial('One 2.0', fault('exits 1', 'fail-closed', 'did not run')),
    trial('Two 1.0', fault('rewrites the command', 'fail-closed', 'did not run')),
  )
  expect(alone?.['a crash']).toEqual(['runs'])
  expect(connected?.['a crash']).toEqual(['blocks', 'not run'])
  expect(connected?.['a rewrite: which command ran']).toEqual(['not run', 'none, refused'])
})

test('a trial that failed shows what it measured, marked', () => {
  const [, connected] = rowsOf(trial('One 2.0', { cells: [{ fact: 'denied write', text: 'happens' }] }, 'failed'))
  expect(connected?.['a denied write']).toEqual(['happens (FAILED)', 'not run'])
})

test('a row of several facts has one text if they agree, else each', () => {
  const gone = (failure: string, text: string) =>
    trial('One 2.0', { cells: [{ fact: `Hookline ${failure}, the person's settings`, text }] })
  const row = "Hookline gone or killed, the person's settings"
  expect(rowsOf(gone('missing', 'blocks'), gone('killed', 'blocks'))[1]?.[row]?.[0]).toBe('blocks')
  expect(rowsOf(gone('missing', 'blocks'), gone('killed', 'runs'))[1]?.[row]?.[0]).toBe(
    'Hookline missing: blocks; Hookline killed: runs',
  )
})

test('a trial of an older version is not in the table', () => {
  const [, connected] = rowsOf(trial('One 1.9', fault('denies', 'fail-closed', 'did not run')))
  expect(connected?.['a deny reply']).toEqual(['not run', 'not run'])
})

test('the table is aligned in a terminal, and Markdown on the page', () => {
  const table = {
    title: 'T',
    rows: [
      ['a', 'One'],
      ['a|b', 'x'],
    ],
  }
  expect(printTable(table)).toBe('T\n\na    One\na|b  x\n')
  expect(tableSection(table)).toBe('\n## T\n\n| a | One |\n|---|---|\n| a\\|b | x |\n')
})

test('both sides name their facts', () => {
  expect(tableFacts('alone').has("denies in Cursor's format")).toBe(true)
  expect(tableFacts('connected').has("denies in Cursor's format")).toBe(false)
})
