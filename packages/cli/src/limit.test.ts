import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLimit } from './limit.ts'

test('at most the given number run at once, all of them run, and a failure lets the next one start', async () => {
  const limit = createLimit(2)
  let running = 0
  let most = 0
  const act = (fails: boolean) => async () => {
    most = Math.max(most, ++running)
    await setTimeout(2)
    running--
    if (fails) throw new Error('no')
    return 1
  }
  const ended = await Promise.allSettled([false, true, true, false, false].map((fails) => limit(act(fails))))
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'])
  expect({ most, running }).toEqual({ most: 2, running: 0 })
})
