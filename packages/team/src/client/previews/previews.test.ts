/** A machine judges a draft over its own log, runs nothing of it, and sends counts alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { enrolledMachine } from '../../testing/client.ts'
import { hookWith, type Release, testTeam } from '../../testing/signer.ts'
import { syncTeam } from '../sync.ts'
import { readSentPreview } from './answer.ts'
import { judgeLog } from './judge.ts'

const base = { hook_step: 'beforeShellExecution', operating_systems: [], is_active: true, version: 1 } as const
const rule = (id: number, contains: string, verdict: string, more: object = {}) => ({
  ...{ ...base, id, kind: 'rule' as const, script_name: `no ${contains}` },
  config: { rule: { when: { field: 'command', contains }, verdict }, ...more },
})
const pack = { ...base, id: 4, kind: 'pack' as const, hook_step: '', script_name: 'shell-guard', config: {} }
const allow = hookWith(1, '#!/bin/sh\necho \'{"permission":"allow"}\'\n')
const stable = (version: number): Release => ({ version, hooks: [allow.hook], scripts: allow.scripts })
const hooks = [rule(2, 'curl', 'deny'), rule(3, 'wget', 'ask'), pack]
const asked = (version: number, preview: object): Release => ({ ...stable(version), preview })

async function fire(home: string, ...commands: readonly string[]) {
  const engine = await createHooks({ workspaceRoots: [home], home, watch: false, log: {} })
  for (const command of commands) await engine.fire('beforeShellExecution', { command, cwd: home, sandbox: false })
  await engine.close()
}

const secret = `curl -H 'Authorization: Bearer ghp_${'a1B2'.repeat(9)}' x`

test('counts what a draft would have denied, and what the log does not hold', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a', 'curl b', 'wget c', 'rm -rf ~', 'ls', secret)
  server.release(asked(2, { id: 2, days: 7, hooks }))
  const result = await syncTeam(machine, testTeam, { answersPreview: true })
  expect(result).toMatchObject({ state: 'updated', revision: 2 })
  const sent = readSentPreview(machine, testTeam)
  expect(sent?.numbers).toEqual({ events: 6, denies: 3, newDenies: 3, asks: 1, unjudged: 1 })
  expect(sent?.hooks.toSorted((a, b) => a.hookId - b.hookId)).toEqual([
    { hookId: 2, denies: 2, asks: 0, unjudged: 1 },
    { hookId: 3, denies: 0, asks: 1, unjudged: 1 },
    { hookId: 4, denies: 1, asks: 0, unjudged: 1 },
  ])
  expect(server.previews).toHaveLength(1)
  // Only numbers: no text of the log, and no name.
  const { $typeName: _, hooks: sentHooks, isPartial, ...numbers } = JSON.parse(server.previews[0] ?? '')
  expect([isPartial, numbers]).toEqual([
    ...[false, { preview: 2, events: 6, denies: 3, newDenies: 3, asks: 1, unjudged: 1 }],
  ])
  for (const { $typeName: __, ...counts } of sentHooks)
    expect(Object.values(counts).every((count) => typeof count === 'number')).toBe(true)
  // The same preview is answered once; the hooks in force are the same.
  await syncTeam(machine, testTeam, { answersPreview: true, full: true })
  expect(server.previews).toHaveLength(1)
  expect(existsSync(join(home, '.cursor/managed', `team_${testTeam}`, 'hooks/guard-1.sh'))).toBe(true)
  server.release(stable(3))
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(server.previews).toHaveLength(1)
})

test('judges only acts of agents within the days, and nothing of hooks for other systems', async () => {
  const { home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  const preview = { id: 2, days: 7, hooks: [rule(2, 'curl', 'deny')] }
  expect((await judgeLog(preview, machine)).numbers).toMatchObject({ events: 1, denies: 1 })
  const later = { ...machine, now: () => Date.now() + 8 * 24 * 3_600_000 }
  expect((await judgeLog(preview, later)).numbers).toMatchObject({ events: 0 })
  const elsewhere = { ...preview, hooks: [{ ...rule(2, 'curl', 'deny'), operating_systems: ['Plan9'] }] }
  expect((await judgeLog(elsewhere, machine)).numbers).toMatchObject({ events: 0 })
  const monitored = { ...preview, hooks: [rule(2, 'curl', 'deny', { mode: 'monitor' })] }
  expect((await judgeLog(monitored, machine)).numbers).toMatchObject({ events: 0, denies: 0 })
})

test.each<readonly [string, object]>([
  ['a script', { hooks: [{ ...allow.hook, id: 9 }] }],
  ['a module', { hooks: [{ ...allow.hook, id: 9, kind: 'module' }] }],
  ['a prompt', { hooks: [{ ...base, id: 9, kind: 'prompt', script_name: 'p', config: { prompt: 'x' } }] }],
  ['a request', { hooks: [{ ...base, id: 9, kind: 'http', script_name: 'p', config: { url: 'http://x' } }] }],
  ['settings', { hooks: [{ ...base, id: 9, kind: 'settings', script_name: 'settings', config: {} }] }],
  ['a number of days that is too high', { days: 31 }],
  ['an id that is not signed yet', { id: 3 }],
  ['hooks that are not a list', { hooks: 'all' }],
])('a signed preview with %s is refused as a whole', async (_, change) => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  server.release(asked(2, { id: 2, days: 7, hooks, ...change }))
  const done = await syncTeam(machine, testTeam, { answersPreview: true })
  expect(done).toMatchObject({ state: 'kept', revision: 1, failure: { kind: 'refused' } })
  expect([server.previews.length, readSentPreview(machine, testTeam)]).toEqual([0, undefined])
})

test('a program that someone wrote into the saved preview does not run', async () => {
  const { server, home, machine, paths } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  server.release(asked(2, { id: 2, days: 7, hooks }))
  await syncTeam(machine, testTeam)
  const saved = JSON.parse(readFileSync(paths.preview, 'utf8'))
  writeFileSync(paths.preview, JSON.stringify({ ...saved, hooks: [...saved.hooks, { ...allow.hook, id: 9 }] }))
  server.saysUnchanged = true
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(server.previews).toEqual([])
})

test('a server that does not answer costs a report, and the next sync sends it', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  server.release(asked(2, { id: 2, days: 7, hooks }))
  server.refuses = (method) => (method === 'ReportPreview' ? { status: 503, code: 'unavailable' } : undefined)
  const failed = await syncTeam(machine, testTeam, { answersPreview: true })
  expect([failed.state, failed.unreported]).toEqual(['updated', expect.any(String)])
  server.refuses = undefined
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(server.previews).toHaveLength(1)
})
