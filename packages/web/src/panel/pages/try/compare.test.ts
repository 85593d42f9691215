import { expect, test } from 'vitest'
import type { TryColumn, TryRun } from '../../../wire/panel.ts'
import { describeDifferences, findDifferences } from './compare.ts'

const run = (outcome: string): TryRun => ({
  hookId: 'g',
  label: 'guard.sh',
  name: 'guard.sh',
  source: 'project',
  outcome,
  tone: 'plain',
  ms: Math.random(),
  stdout: '',
  stderr: '',
})
const skip = (why: string) => ({ hookId: 's', label: 'slow.sh', why, detail: '' })
const column = (part: Partial<TryColumn>): TryColumn => ({
  edition: '3',
  agent: 'cursor',
  word: 'ALLOW',
  because: 'no hook objects',
  reply: {},
  runs: [],
  skipped: [],
  ...part,
})

test('equal columns agree, even if their times differ', () => {
  const columns = [column({ runs: [run('deny')], ms: 1 }), column({ runs: [run('deny')], ms: 2, edition: '2.4' })]
  expect(describeDifferences(findDifferences(columns), columns)).toBe('All columns agree.')
})

test('each part that differs is listed, and hooks are listed by label', () => {
  const columns = [
    column({ runs: [run('deny')], skipped: [skip('matcher')], word: 'DENY', reply: { permission: 'deny' } }),
    column({ runs: [run('no opinion')], skipped: [skip('matcher')] }),
  ]
  expect(describeDifferences(findDifferences(columns), columns)).toBe(
    'Differences: the decision, guard.sh, the reply to the agent.',
  )
})

test('a hook that exists in only one column counts as a difference', () => {
  const columns = [column({ skipped: [skip('edition')] }), column({})]
  expect([...findDifferences(columns).hooks]).toEqual(['s'])
})
