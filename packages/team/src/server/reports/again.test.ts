import { expect, test } from 'vitest'
import { createAgain } from './again.ts'

function counting(tookMs: number) {
  let [time, counted] = [0, 0]
  const again = createAgain<number>(() => time)
  const ask = (key = 'a') =>
    again.get(key, async () => {
      counted += 1
      await Promise.resolve()
      time += tookMs
      return counted
    })
  return {
    ask,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('what took long is given again for twenty times as long, and counted once for all who ask at once', async () => {
  const { ask, pass } = counting(1000)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  pass(19_000)
  expect(await ask()).toBe(1)
  pass(1_001)
  expect(await ask()).toBe(2)
  expect(await ask('b')).toBe(3)
})

test('what was quick is counted anew', async () => {
  const { ask } = counting(10)
  expect([await ask(), await ask()]).toEqual([1, 2])
})

test('a failure is not kept', async () => {
  const again = createAgain<number>()
  await expect(again.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await again.get('a', () => Promise.resolve(5))).toBe(5)
})
