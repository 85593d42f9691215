import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Hooks } from '../hooks.ts'
import { useScratch, write } from '../testing/scratch.ts'

let base: string
let home: string
let root: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root } = scratch)
}, {})

const prepare = (entries: readonly object[], budget: object) =>
  write(join(home, '.config/hookline/hookline.json'), { version: 1, budget, hooks: { preToolUse: entries } })
const fire = (hooks: Hooks) =>
  hooks.fire('preToolUse', { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 't', cwd: root })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

it('ends the whole tree of a hook that has not answered, and refuses', async () => {
  prepare([{ command: `sleep 300 & echo $! > ${base}/child; wait` }], { preToolUse: 1000 })
  const effect = await fire(await open())
  expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'timeout' } })
  expect(effect.runs).toMatchObject([
    { notes: ['budget:1000'], outcome: { message: expect.stringContaining('the budget of the event, 1 s') } },
  ])
  const child = Number(readFileSync(`${base}/child`, 'utf8'))
  while (isAlive(child)) await sleep(20)
})

it('counts over all stages: a hook that could not begin has timed out and is not started', async () => {
  prepare(
    [
      { command: 'sleep 300', order: 1, failClosed: false },
      { command: `touch ${base}/started`, order: 2 },
    ],
    { all: 500 },
  )
  const effect = await fire(await open())
  expect(effect.kind).toBe('refuse')
  expect(effect.runs.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'failed', code: 'timeout', policy: 'open' },
    { kind: 'failed', code: 'timeout', policy: 'closed' },
  ])
  expect(existsSync(`${base}/started`)).toBe(false)
})

it('counts while a hook waits for a free process', async () => {
  prepare([{ command: 'sleep 300; true' }, { command: `touch ${base}/started; sleep 300` }], { all: 500 })
  const effect = await fire(await open({ maxProcesses: 1 }))
  expect(effect.runs.map(({ notes }) => notes)).toEqual([['budget:500'], ['budget:500']])
  expect(existsSync(`${base}/started`)).toBe(false)
})

it('a rule of a later stage that could not begin has timed out too', async () => {
  const rule = { when: { field: 'tool_name', equals: 'Read' }, verdict: 'deny' }
  prepare(
    [
      { command: 'sleep 300', order: 1, failClosed: false },
      { type: 'rule', rule, order: 2 },
    ],
    { all: 300 },
  )
  expect((await fire(await open())).runs.map(({ notes }) => notes)).toEqual([['budget:300'], ['budget:300']])
})

it('a hook that answers in time is not affected', async () => {
  prepare([{ command: 'exit 0' }], { all: 60_000 })
  const effect = await fire(await open())
  expect(effect).toMatchObject({ kind: 'proceed', because: { rule: 'no-opinion' } })
  expect(effect.runs).toMatchObject([{ notes: [] }])
})
