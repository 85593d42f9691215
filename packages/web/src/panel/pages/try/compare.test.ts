import { expect, test } from 'vitest'
import type { TryColumn, TryRun } from '../../../wire/panel.ts'
import { differences, differencesSaid } from './compare.ts'

const run = (said: string): TryRun => ({
  hookId: 'g',
  label: 'guard.sh',
  name: 'guard.sh',
  source: 'project',
  said,
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
  because: 'nobody minds',
  reply: {},
  runs: [],
  skipped: [],
  ...part,
})

test('equal columns agree, whatever time they took', () => {
  const columns = [column({ runs: [run('deny')], ms: 1 }), column({ runs: [run('deny')], ms: 2, edition: '2.4' })]
  expect(differencesSaid(differences(columns), columns)).toBe('All columns agree.')
})

test('each part that differs is named, a hook by its label', () => {
  const columns = [
    column({ runs: [run('deny')], skipped: [skip('matcher')], word: 'DENY', reply: { permission: 'deny' } }),
    column({ runs: [run('no opinion')], skipped: [skip('matcher')] }),
  ]
  expect(differencesSaid(differences(columns), columns)).toBe(
    'They differ in: the decision, guard.sh, what the agent is told.',
  )
})

test('a hook that is there in one column alone differs', () => {
  const columns = [column({ skipped: [skip('edition')] }), column({})]
  expect([...differences(columns).hooks]).toEqual(['s'])
})
