import { expect, test } from 'vitest'
import { createResultCache } from './result-cache.ts'

function counting(tookMs: number) {
  let [time, counted] = [0, 0]
  const cache = createResultCache<number>(() => time)
  const ask = (key = 'a') =>
    cache.get(key, async () => {
      counted += 1
      await Promise.resolve()
      time += tookMs
      return counted
    })
  return {
    ask,
    advanceClock: (ms: number) => {
      time += ms
    },
  }
}

test('a slow result is reused for twenty times as long and computed once for parallel requests', async () => {
  const { ask, advanceClock } = counting(1000)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  advanceClock(19_000)
  expect(await ask()).toBe(1)
  advanceClock(1_001)
  expect(await ask()).toBe(2)
  expect(await ask('b')).toBe(3)
})

test('a fast result is computed again', async () => {
  const { ask } = counting(10)
  expect([await ask(), await ask()]).toEqual([1, 2])
})

test('a failure is not cached', async () => {
  const cache = createResultCache<number>()
  await expect(cache.get('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await cache.get('a', () => Promise.resolve(5))).toBe(5)
})
