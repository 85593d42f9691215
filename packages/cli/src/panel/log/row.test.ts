import { expect, test } from 'vitest'
import { statsKind, toneOf } from './row.ts'

test.each([
  ['DENY', 'deny'],
  ['FAILED, SO DENIED', 'deny'],
  ['DENY, NOT ENFORCED', 'fail'],
  ['FAILED, NOT ENFORCED', 'fail'],
  ['FAILED, SO ALLOWED', 'fail'],
  ['ALLOW, A HOOK FAILED', 'fail'],
  ['ASK, NO ONE TO ASK', 'ask'],
  ['ASK, ANSWERED NO', 'ask'],
  ['ALLOW, REWRITTEN', 'allow'],
  ['RAN', 'plain'],
  ['PAUSED', 'ask'],
])('%s has the tone %s', (word, tone) => {
  expect(toneOf(word)).toBe(tone)
})

test('a record counts once: as denied, else as asked, else as failed, else as allowed', () => {
  const none = { denied: false, asked: false, failures: 0 }
  expect(statsKind({ ...none, denied: true, failures: 1 })).toBe('deny')
  expect(statsKind({ ...none, asked: true, failures: 1 })).toBe('ask')
  expect(statsKind({ ...none, failures: 1 })).toBe('fail')
  expect(statsKind(none)).toBe('allow')
})
