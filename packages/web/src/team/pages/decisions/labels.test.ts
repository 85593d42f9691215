import { expect, test } from 'vitest'
import { describeDecision, describeHook, describeOutcome } from './labels.ts'

test('a decision with a failed hook is never shown as simply allowed', () => {
  expect(describeDecision({ decision: 'allow', failed: false })).toEqual({ label: 'Allowed', tone: 'allow' })
  expect(describeDecision({ decision: 'allow', failed: true })).toEqual({ label: 'Allowed, hook failed', tone: 'fail' })
  expect(describeDecision({ decision: 'deny', failed: true })).toEqual({ label: 'Denied, hook failed', tone: 'deny' })
})

test('what a hook that only observes would have denied is shown as allowed, with what it would have done', () => {
  expect(describeDecision({ decision: 'would-deny', failed: false }).label).toBe('Allowed, would have been denied')
  expect(describeOutcome({ outcome: 'would-ask', failure: '' })).toBe('would have asked')
})

test('hidden characters in names of machines are visible', () => {
  expect(describeDecision({ decision: 'a\u202eb', failed: false }).label).toBe('a⟨U+202E⟩b')
  expect(describeHook({ hookId: 0n, hookName: '', source: 'us\u200ber' })).toBe('us⟨U+200B⟩er hook')
  expect(describeOutcome({ outcome: 'allow', failure: 'x\u200b' })).toBe('failed: x⟨U+200B⟩')
})

test('a hook has the name of its script, its number, or its source', () => {
  const hook = { hookId: 4n, hookName: 'guard.sh', source: 'team' }
  expect(describeHook(hook)).toBe('guard.sh')
  expect(describeHook({ ...hook, hookName: '' })).toBe('hook 4')
})
