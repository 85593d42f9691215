import { describe, expect, test } from 'vitest'
import { runWithTimeLimit } from './bounded.ts'

const forever = {
  'a loop': () => {
    for (;;);
  },
  'a regular expression that backtracks': () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  'a wait without an end': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  'an async function that loops before it waits': async () => {
    for (;;);
  },
  'a loop that catches everything': () => {
    for (;;)
      try {
        for (;;);
      } catch {}
  },
} as const

describe('code that blocks the thread is stopped at the time limit', () => {
  test.each(Object.entries(forever))('%s', (_what, act: () => unknown) => {
    expect(runWithTimeLimit(act, 50)).toBe('held')
  })
})

test('returns what the function returns, and throws what it throws', () => {
  const thrown = new Error('mine')
  expect(runWithTimeLimit(() => 7, 1_000)).toEqual({ value: 7 })
  expect(() =>
    runWithTimeLimit(() => {
      throw thrown
    }, 1_000),
  ).toThrow(thrown)
})

test('stops a nested call without stopping the outer one', () => {
  expect(
    runWithTimeLimit(() => [runWithTimeLimit(forever['a loop'], 20), runWithTimeLimit(() => 'after', 1_000)], 10_000),
  ).toEqual({
    value: ['held', { value: 'after' }],
  })
})
