import { expect, test } from 'vitest'
import { agentsPage, awaitedMark } from './page.ts'
import type { Report } from './report.ts'

const [one, two] = ['Agent 2.0', 'Agent 1.0']
const scenario = (title: string, version: string) => ({
  ancestorTitles: ['Theme', version],
  title,
  status: 'passed',
})
const fault = (policy: string, act: string, version: string) => ({
  ancestorTitles: ['Hooks that fail', version],
  title: `${policy} ${act}`,
  status: 'passed',
  meta: { fault: { row: 'exits 1', policy, act } },
})
const pageOf = (...assertionResults: Report['testResults'][number]['assertionResults']) =>
  agentsPage({ testResults: [{ assertionResults }] })

test('a cell has one text if all versions agree, else a text per version', () => {
  const page = pageOf(
    fault('fail-closed', 'did not run', one),
    fault('fail-closed', 'did not run', two),
    fault('default', 'ran', one),
    fault('default', 'did not run', two),
  )
  expect(page).toContain('| exits 1 | did not run | Agent 2.0: ran; Agent 1.0: did not run | – |')
})

test('a cell of a row that not every version has tried names its versions', () => {
  const other = { ...fault('default', 'ran', two), meta: { fault: { row: 'exits 3', policy: 'default', act: 'ran' } } }
  const page = pageOf(fault('default', 'ran', one), other)
  expect(page).toContain('| exits 1 | – | Agent 2.0: ran | – |')
  expect(page).toContain('| exits 3 | – | Agent 1.0: ran | – |')
})

test('a trial that is expected to fail counts as not yet', () => {
  const page = pageOf(scenario('it holds', one), scenario(`${awaitedMark}it comes`, one))
  expect(page).toContain('| Agent 2.0 | 2 | 1 | 1 |')
  expect(page).toContain('| it holds | holds |')
  expect(page).toContain('| it comes | *not yet* |')
})

test('a trial that was skipped or failed is not on the page', () => {
  const page = pageOf({ ...scenario('it holds', one), status: 'skipped' }, { ...scenario('x', one), status: 'failed' })
  expect(page).not.toContain('it holds')
  expect(page).not.toContain('| x |')
})
