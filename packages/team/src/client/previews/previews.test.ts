/** A machine judges a draft over its own log, runs nothing of it, and sends counts alone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHooks } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { enrolledMachine, newMachine, newSigner } from '../../testing/client.ts'
import { hookWith, type Release, testTeam } from '../../testing/signer.ts'
import { previewLimits } from '../../wire/preview.ts'
import { enroll } from '../enroll.ts'
import { syncTeam } from '../sync.ts'
import { judgeLog } from './judge.ts'
import { judgeApart } from './judge-apart.ts'
import { readPreviewRecords } from './records.ts'

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

const matching = (id: number, regex: string) => ({
  ...{ ...base, id, kind: 'rule' as const, script_name: `rule ${id}` },
  config: { rule: { when: { field: 'command', regex }, verdict: 'deny' } },
})
const everything = { since: 0, until: Number.POSITIVE_INFINITY }
const record = (id: number, more: object = {}) => ({
  ...{ id, days: 7, asked: [], state: 'sent', begunAt: new Date().toISOString(), tries: 1 },
  ...more,
})

const secret = `curl -H 'Authorization: Bearer ghp_${'a1B2'.repeat(9)}' x`

test('counts what a draft would have denied, and what the log does not hold', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a', 'curl b', 'wget c', 'rm -rf ~', 'ls', secret)
  server.release(asked(2, { id: 2, days: 7, hooks }))
  const result = await syncTeam(machine, testTeam, { answersPreview: true })
  expect(result).toMatchObject({ state: 'updated', revision: 2 })
  const [sent] = readPreviewRecords(machine, testTeam)
  expect(sent).toMatchObject({ id: 2, days: 7, state: 'sent', asked: hooks.map(({ id }) => ({ id })) })
  expect(sent?.result?.numbers).toEqual({ events: 6, denies: 3, newDenies: 3, asks: 1, unjudged: 1 })
  expect(server.previews).toHaveLength(1)
  // Only numbers: no text of the log, and no name.
  const { $typeName: _, ...message } = JSON.parse(server.previews[0] ?? '')
  const numbers = { events: 6, denies: 3, newDenies: 3, asks: 1, unjudged: 1 }
  expect(message).toEqual({ preview: 2, isPartial: false, hooks: [], ...numbers })
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
  expect((await judgeLog(preview, machine, everything)).numbers).toMatchObject({ events: 1, denies: 1 })
  const later = { ...machine, now: () => Date.now() + 8 * 24 * 3_600_000 }
  expect((await judgeLog(preview, later, everything)).numbers).toMatchObject({ events: 0 })
  const elsewhere = { ...preview, hooks: [{ ...rule(2, 'curl', 'deny'), operating_systems: ['Plan9'] }] }
  expect((await judgeLog(elsewhere, machine, everything)).numbers).toMatchObject({ events: 0 })
  const monitored = { ...preview, hooks: [rule(2, 'curl', 'deny', { mode: 'monitor' })] }
  expect((await judgeLog(monitored, machine, everything)).numbers).toMatchObject({ events: 0, denies: 0 })
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
  expect([server.previews.length, readPreviewRecords(machine, testTeam)]).toEqual([0, []])
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

test('a rule that takes much work delays no timer of the process, and is counted as not judged', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, ...[1, 2, 3, 4].map((at) => `${at}${'ab'.repeat(4000)}`))
  server.release(asked(2, { id: 2, days: 7, hooks: [matching(2, 'a[ab]{3000}[x-z]')] }))
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 10)
  await syncTeam(machine, testTeam, { answersPreview: true })
  clearInterval(timer)
  expect(JSON.parse(server.previews[0] ?? '')).toMatchObject({ events: 4, denies: 0, unjudged: 4 })
  expect(longest).toBeLessThan(2000)
})

test('a judgement ends at its time limit, and sends the part that it has', async () => {
  const { server, home, machine } = await enrolledMachine({ previewMs: 0 }, stable(1))
  await fire(home, 'curl a', 'curl b')
  server.release(asked(2, { id: 2, days: 7, hooks }))
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(JSON.parse(server.previews[0] ?? '')).toMatchObject({ isPartial: true, events: 0 })
})

test('a thread that does not end by itself is ended, and what it has sent by then counts', async () => {
  const { home, machine } = newMachine({ previewMs: 200 })
  const part = { numbers: { events: 3, denies: 1, newDenies: 1, asks: 0, unjudged: 0 }, hooks: [], isPartial: true }
  const file = join(home, 'endless.mjs')
  const lines = [
    "import { parentPort } from 'node:worker_threads'",
    `parentPort.postMessage({ part: ${JSON.stringify(part)} })`,
  ]
  writeFileSync(file, [...lines, 'for (;;) {}'].join('\n'))
  const thread = { file: pathToFileURL(file), graceMs: 2000 }
  expect(await judgeApart({ id: 2, days: 7, hooks: [] }, machine, 0, thread)).toEqual(part)
  writeFileSync(file, 'process.exit(3)')
  await expect(judgeApart({ id: 2, days: 7, hooks: [] }, machine, 0, thread)).rejects.toThrow('ended early')
})

test('a judgement that did not end is not begun again by the next sync, but later, and at most twice', async () => {
  const { server, home, machine, paths } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  server.release(asked(2, { id: 2, days: 7, hooks }))
  await syncTeam(machine, testTeam)
  const begin = (tries: number) =>
    writeFileSync(paths.previewed, JSON.stringify({ records: [record(2, { state: 'begun', tries })] }))
  const later = { ...machine, now: () => Date.now() + 2 * 3_600_000 }
  begin(1)
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(server.previews).toEqual([])
  begin(2)
  await syncTeam(later, testTeam, { answersPreview: true })
  expect(server.previews).toEqual([])
  begin(1)
  await syncTeam(later, testTeam, { answersPreview: true })
  expect(server.previews).toHaveLength(1)
})

test('the counts of hooks leave a machine in steps, so that one call looks like none', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'kubectl delete ns prod', ...Array.from({ length: 25 }, (_, at) => `curl ${at}`))
  const letters = [...'kubectl'].flatMap((_, at) => [...'kubeq'].map((letter) => `^.{${at}}${letter}`))
  const spelled = letters.map((regex, at) => matching(at + 10, regex))
  server.release(asked(2, { id: 2, days: 7, hooks: [rule(2, 'curl', 'deny'), ...spelled] }))
  await syncTeam(machine, testTeam, { answersPreview: true })
  const { hooks: sent } = JSON.parse(server.previews[0] ?? '')
  // Only what the 25 calls have in common can be seen.
  const denied = sent.map(({ hookId, denies }: { hookId: number; denies: number }) => [hookId, denies])
  expect(denied[0]).toEqual([2, 10])
  const shared = spelled.filter((_, at) => new RegExp(letters[at] ?? '').test('curl 1'))
  expect(denied.slice(1)).toEqual(shared.map(({ id }) => [id, 10]))
})

test('where a step begins is drawn anew for each hook, so that known calls do not show one more', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, ...Array.from({ length: 15 }, (_, at) => `curl ${at}`))
  const same = Array.from({ length: 60 }, (_, at) => rule(at + 2, 'curl', 'deny'))
  server.release(asked(2, { id: 2, days: 7, hooks: same }))
  await syncTeam(machine, testTeam, { answersPreview: true })
  const { hooks: sent, denies } = JSON.parse(server.previews[0] ?? '')
  expect(denies).toBe(15)
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThan(60)
  expect(sent.every((hook: { denies: number }) => hook.denies === 10)).toBe(true)
})

test('records from before the enrolment are not judged', async () => {
  const server = await newSigner()
  server.release(stable(1))
  const { home, machine } = newMachine()
  mkdirSync(join(home, '.cursor'), { recursive: true })
  const own = { version: 1, hooks: { beforeShellExecution: [{ command: 'true' }] } }
  writeFileSync(join(home, '.cursor/hooks.json'), JSON.stringify(own))
  await fire(home, 'curl before')
  await enroll(machine, { url: server.url, code: server.code })
  await fire(home, 'curl after')
  const preview = { id: 2, days: 7, hooks: [rule(2, 'curl', 'deny')] }
  expect((await judgeLog(preview, machine, everything)).numbers).toMatchObject({ events: 2 })
  server.release(asked(2, preview))
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(JSON.parse(server.previews[0] ?? '')).toMatchObject({ events: 1, denies: 1 })
})

test('a machine judges so many previews in a day, and the next one a day later', async () => {
  const { server, home, machine, paths } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  const most = previewLimits.perDay
  const records = Array.from({ length: most }, (_, at) => record(at + 100))
  writeFileSync(paths.previewed, JSON.stringify({ records }))
  server.release(asked(2, { id: 2, days: 7, hooks }))
  await syncTeam(machine, testTeam, { answersPreview: true })
  expect(server.previews).toEqual([])
  expect(readPreviewRecords(machine, testTeam)[0]).toMatchObject({ id: 2, state: 'waiting' })
  const tomorrow = { ...machine, now: () => Date.now() + 25 * 3_600_000 }
  await syncTeam(tomorrow, testTeam, { answersPreview: true })
  expect(server.previews).toHaveLength(1)
})

test('a preview with more hooks than the limit is not judged, and the record says so', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  await fire(home, 'curl a')
  const many = Array.from({ length: previewLimits.hooks + 1 }, (_, at) => matching(at + 2, `^.{${at}}c`))
  server.release(asked(2, { id: 2, days: 7, hooks: many }))
  expect(await syncTeam(machine, testTeam, { answersPreview: true })).toMatchObject({ state: 'updated', revision: 2 })
  expect(server.previews).toEqual([])
  expect(readPreviewRecords(machine, testTeam)).toMatchObject([{ id: 2, state: 'declined' }])
})

test('a rule on the conversation is not judged, because that is not a part of the log', async () => {
  const { home, machine } = await enrolledMachine({}, stable(1))
  const transcript = join(home, 'transcript.jsonl')
  writeFileSync(transcript, 'the password is hunter2')
  const engine = await createHooks({ workspaceRoots: [home], home, watch: false, log: {} })
  await engine.untyped.fire('beforeShellExecution', { command: 'ls', cwd: home, transcript_path: transcript })
  await engine.close()
  const reading = { rule: { when: { field: 'transcript', contains: 'hunter2' }, verdict: 'deny' } }
  const preview = { id: 2, days: 7, hooks: [{ ...rule(2, 'x', 'deny'), config: reading }] }
  const { numbers } = await judgeLog(preview, machine, everything)
  expect(numbers).toMatchObject({ events: 1, denies: 0, unjudged: 1 })
})
