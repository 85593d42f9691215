import { createHook } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { SpawnRequest } from '../../runners/command.ts'
import { createSpawn } from './spawn.ts'
import { waitForStartTurn } from './start-turn.ts'

const spawn = createSpawn()
afterAll(() => spawn.close())

const request: SpawnRequest = {
  shell: '/bin/sh',
  args: ['-c', 'true'],
  cwd: '/',
  env: { PATH: process.env.PATH ?? '' },
  stdin: '',
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  pool: 'project',
}

test('one start is made at once, the others one by one in the turns after it, in order', async () => {
  const started: string[] = []
  const turns = ['a', 'b', 'c'].map((name) => {
    const turn = waitForStartTurn()
    if (turn === undefined) started.push(name)
    return turn?.then(() => started.push(name))
  })
  expect(started).toEqual(['a'])
  await nextTurn()
  expect(started).toEqual(['a', 'b'])
  await Promise.all(turns)
  expect(started).toEqual(['a', 'b', 'c'])
  await nextTurn()
  expect(waitForStartTurn()).toBeUndefined()
})

test.skipIf(process.platform === 'win32')('hooks that are fired at once start in different turns', async () => {
  await spawn.run(request)
  let turn = 0
  const countTurn = (): void => {
    turn += 1
    counting = setImmediate(countTurn)
  }
  let counting = setImmediate(countTurn)
  const turns: number[] = []
  const starts = createHook({
    init: (_id, type) => {
      if (type === 'PROCESSWRAP') turns.push(turn)
    },
  }).enable()
  await Promise.all(Array.from({ length: 6 }, () => spawn.run(request)))
  starts.disable()
  clearImmediate(counting)
  expect(turns).toHaveLength(6)
  expect(new Set(turns).size).toBe(6)
})
