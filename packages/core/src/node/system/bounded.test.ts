import { describe, expect, test } from 'vitest'
import { bounded } from './bounded.ts'

const forever = {
  'a loop': () => {
    for (;;);
  },
  'an expression that tries every way': () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  'a wait that nothing ends': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
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

describe('code that holds the thread is ended when its time is over', () => {
  test.each(Object.entries(forever))('%s', (_what, act: () => unknown) => {
    expect(bounded(act, 50)).toBe('held')
  })
})

test('what a function returns or throws is as it was', () => {
  const thrown = new Error('mine')
  expect(bounded(() => 7, 1_000)).toEqual({ value: 7 })
  expect(() =>
    bounded(() => {
      throw thrown
    }, 1_000),
  ).toThrow(thrown)
})

test('one inside another is ended alone', () => {
  expect(bounded(() => [bounded(forever['a loop'], 20), bounded(() => 'after', 1_000)], 10_000)).toEqual({
    value: ['held', { value: 'after' }],
  })
})
