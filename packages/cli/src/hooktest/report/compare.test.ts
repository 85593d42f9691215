import { expect, test } from 'vitest'
import type { Execution, RunFacts, Want } from '../read/types.ts'
import { findDifferences, resultWord } from './compare.ts'

const entry = {
  id: 'project/beforeShellExecution/1',
  label: './hooks/guard.sh',
  command: './hooks/guard.sh',
  event: 'beforeShellExecution',
  source: 'project',
  own: false,
  keys: ['command'],
} as const
const ran: RunFacts = { entry, exitCode: 0, stdout: '', stderr: '', outcome: 'replied', durationMs: 1 }
const got: Execution = {
  verdict: 'deny',
  kind: 'refuse',
  rule: 'reply',
  because: 'denied',
  reply: { permission: 'deny', user_message: 'not here', updated_input: { a: 1 } },
  runs: [ran],
  skipped: [
    {
      entry: { ...entry, id: 'x', name: 'audit', label: 'audit', command: './audit.sh' },
      why: 'matcher',
      detail: 'no match',
    },
  ],
  branches: {},
  files: { 'a.txt': 'one\ntwo', 'b.txt': null },
  durationMs: 1,
}
const crashed: Execution = {
  ...got,
  runs: [{ ...ran, outcome: 'failed', failure: { code: 'exit', message: 'exit 1', policy: 'open' } }],
}

const holds: readonly Want[] = [
  { verdict: 'deny', kind: 'refuse', rule: 'reply' },
  { user_message: 'not here', agent_message: null, context: null, follow_up: null },
  { user_message: { contains: 'here' } },
  { user_message: { matches: '^not' } },
  { updated_input: { a: 1 }, updated_content: null },
  { files: { 'a.txt': { contains: 'two' }, 'b.txt': null } },
  { ran: ['guard.sh'], skipped: { audit: 'matcher' } },
  { failed: false },
]
test.each(holds)('%j holds', (want) => expect(findDifferences(want, got)).toEqual([]))

const differs: readonly [Want, string][] = [
  [{ verdict: 'allow' }, 'expected allow, got deny'],
  [{ rule: 'exit-2' }, 'rule: expected exit-2, got reply'],
  [{ user_message: 'no' }, 'user_message: expected no, got "not here"'],
  [{ user_message: null }, 'user_message: expected none, got "not here"'],
  [{ agent_message: { contains: 'x' } }, 'agent_message: expected x in nothing'],
  [{ user_message: { matches: '^here' } }, 'user_message: expected /^here/ to match "not here"'],
  [{ updated_input: null }, 'updated_input: expected nothing, got {"a":1}'],
  [{ files: { 'a.txt': 'one' } }, 'a.txt: expected one, got "one\\ntwo"'],
  [{ files: { 'a.txt': null } }, 'a.txt: expected none, got "one\\ntwo"'],
  [{ ran: [] }, 'ran: expected [], got ["guard.sh"]'],
  [{ skipped: { audit: 'edition' } }, 'skipped audit: expected edition, got matcher (no match)'],
  [{ skipped: { 'guard.sh': 'matcher' } }, 'skipped guard.sh: expected matcher, but it ran'],
  [{ skipped: { unknown: 'matcher' } }, 'skipped unknown: expected matcher, but this event has no such hook'],
  [{ failed: true }, 'expected a hook to fail, but none failed'],
  [{ env: { A: '1' } }, 'env A: expected 1, got nothing'],
  [{ env: { A: { matches: '^x' } } }, 'env A: expected /^x/ to match nothing'],
]
test.each(differs)('%j differs', (want, line) => expect(findDifferences(want, got)).toEqual([line]))

test('a hook that failed fails the case, unless the case allows it', () => {
  expect(findDifferences({ verdict: 'deny' }, crashed)).toEqual(['guard.sh failed (exit): exit 1'])
  expect(findDifferences({ failed: true }, crashed)).toEqual([])
  expect(findDifferences({ failed: 'exit' }, crashed)).toEqual([])
  expect(findDifferences({ failed: 'timeout' }, crashed)).toEqual(['failed: expected timeout, got exit'])
})

test('the word of a case is its verdict, or for an observing event whether hooks ran', () => {
  expect(resultWord('beforeShellExecution', got)).toBe('deny')
  expect(resultWord('stop', { ...got, followUp: 'again' })).toBe('follow-up')
  expect(resultWord('afterFileEdit', got)).toBe('ran')
  expect(resultWord('afterFileEdit', { ...got, runs: [] })).toBe('quiet')
})
