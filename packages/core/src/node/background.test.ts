import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Effect, HookRecord } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { useScratch, write } from '../testing/scratch.ts'
import { eventually } from '../testing/wait-until.ts'

let base: string
let home: string
let root: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root } = scratch)
}, {})

/** Hooks that note their start and wait for the file `go`. */
function writeHooks(count: number): void {
  const command = `echo x >> ${base}/starts; until [ -e ${base}/go ]; do sleep 0.05; done`
  const entries = Array.from({ length: count }, (_, at) => ({ name: `b${at}`, command, async: true }))
  write(join(home, '.config/hookline/hookline.json'), { hooks: { afterFileEdit: entries } })
}
const starts = () => (existsSync(`${base}/starts`) ? readFileSync(`${base}/starts`, 'utf8').split('\n').length - 1 : 0)
const fire = (hooks: Hooks): Promise<Effect> =>
  hooks.fire('afterFileEdit', { file_path: join(root, 'a'), edits: [{ old_string: '', new_string: 'x' }] })
const inBackground = ({ plan }: Effect) => plan.background?.length ?? 0
const busy = ({ plan }: Effect) => plan.skipped.filter(({ why }) => why === 'busy').length

it('of an event at most 8 hooks run in the background, and of an engine at most 32', async () => {
  writeHooks(9)
  const hooks = await open()
  const records: HookRecord[] = []
  hooks.on('record', (record) => void records.push(record))
  const first = await Promise.all(Array.from({ length: 4 }, () => fire(hooks)))
  expect(first.map((effect) => [inBackground(effect), busy(effect)])).toEqual(Array.from({ length: 4 }, () => [8, 1]))
  expect(await eventually(() => starts() === 32)).toBe(true)
  const more = await fire(hooks)
  expect([inBackground(more), busy(more)]).toEqual([0, 9])
  expect(more.plan.skipped[0]?.detail).toContain('too many hooks run in the background already')
  writeFileSync(`${base}/go`, '')
  // Each event has one record, and its background hooks another.
  expect(await eventually(() => records.filter(({ of }) => of !== undefined).length === 4)).toBe(true)
  const later = await fire(hooks)
  expect([inBackground(later), busy(later)]).toEqual([8, 1])
  await hooks.close()
  expect(starts()).toBe(40)
  const runs = records.filter(({ of }) => of !== undefined).flatMap(({ effect }) => effect.runs)
  expect(runs).toHaveLength(40)
  expect(runs.every(({ notes, outcome }) => notes.includes('async') && outcome.kind === 'silent')).toBe(true)
})
