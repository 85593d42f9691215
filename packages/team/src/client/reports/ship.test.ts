import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { appendToSpool, configDirectory, listSpoolSegments } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { deny, enrolledMachine, inMemory, newMachine, numberedRelease } from '../../testing/client.ts'
import { newCode, onStore, startTeam, uploadRoot } from '../../testing/index.ts'
import { hookWith, testTeam } from '../../testing/signer.ts'
import { startSync } from '../../testing/start-sync.ts'
import { clientPaths } from '../device/machine.ts'
import { enroll } from '../enroll.ts'
import { readTeamStatus } from '../status.ts'
import { syncTeam } from '../sync.ts'
import { readShipping } from './ship.ts'

const decision = (text: string) => ({
  at: new Date().toISOString(),
  event: text,
  verdict: 'deny',
  rule: 'reply',
  agent: '',
  durationMs: 1,
  runs: [],
})

test('a report names the hook and its decision, and contains no text of the user', async () => {
  const hook = hookWith(42, deny('CANARY in the answer'))
  const { server, home, machine } = await enrolledMachine({}, { version: 1, hooks: [hook.hook], scripts: hook.scripts })
  const hooks = await createHooks({
    workspaceRoots: [home],
    home,
    watch: false,
    log: { host: 'cursor' },
    hooks: { beforeShellExecution: [{ name: 'CANARY-name', run: () => ({ permission: 'allow' }) }] },
  })
  const effect = await hooks.fire('beforeShellExecution', {
    command: 'CANARY --token=hunter2',
    cwd: home,
    sandbox: false,
  })
  expect(effect.kind).toBe('refuse')
  await hooks.close()
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ reportsWaiting: 1, reportsDropped: 0 })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  const sent = JSON.parse(server.reports.get(1) ?? '{}')
  expect(sent).toMatchObject({ event: 'beforeShellExecution', verdict: 'deny', rule: 'reply', agent: 'cursor' })
  expect(sent.runs).toMatchObject([
    { hookId: 42, source: 'team', outcome: 'deny', failure: '', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { hookId: 0, source: 'inline', outcome: 'allow' },
  ])
  expect(JSON.stringify([...server.reports])).not.toMatch(/CANARY|hunter2/)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ reportsWaiting: 0 })
})

test('a report names the rule of a pack that decided, and nothing of the command', async () => {
  const { server, home, machine } = await enrolledMachine({}, numberedRelease(1))
  mkdirSync(configDirectory(machine.platform), { recursive: true })
  writeFileSync(join(configDirectory(machine.platform), 'hookline.json'), '{ "packs": { "shell-guard": {} } }')
  const hooks = await createHooks({ workspaceRoots: [home], home, watch: false, log: { host: 'cursor' } })
  const input = { command: 'rm -rf / # CANARY', cwd: home, sandbox: false }
  expect((await hooks.fire('beforeShellExecution', input)).kind).toBe('refuse')
  await hooks.close()
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  const sent = JSON.parse(server.reports.get(1) ?? '{}')
  const rules = sent.runs.map(({ rule }: { rule: string }) => rule)
  expect(rules).toContainEqual(expect.stringMatching(/^shell-guard\/[\w-]+$/))
  expect(JSON.stringify([...server.reports])).not.toMatch(/CANARY/)
})

test('a spooled decision of an earlier release, without rules, is sent', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const run = { hookId: 1, source: 'team', fingerprint: 'f', outcome: 'deny', failure: '', durationMs: 1 }
  appendToSpool(paths.spool, { ...decision('old'), runs: [run] })
  appendToSpool(paths.spool, { ...decision('new'), runs: [{ ...run, rule: 'shell-guard/rm-root' }] })
  appendToSpool(paths.spool, { ...decision('wrong'), runs: [{ ...run, rule: 5 }] })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 2 })
  const rules = [1, 2].map((number) => JSON.parse(server.reports.get(number) ?? '{}').runs[0].rule)
  expect(rules).toEqual(['', 'shell-guard/rm-root'])
})

test('decisions wait while the server is unreachable and are then sent once each', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  for (let at = 0; at < 450; at += 1) appendToSpool(paths.spool, decision(`e${at}`))
  server.refuse = { status: 503, body: '{"code":"unavailable","message":"away"}', type: 'application/json' }
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept' })
  expect(readTeamStatus(machine, testTeam).reportsWaiting).toBe(450)
  server.refuse = undefined
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 450 })
  expect([...server.reports.keys()]).toEqual(Array.from({ length: 450 }, (_, at) => at + 1))
  expect(server.reported).toEqual({ count: 450, conflicts: 0 })
})

onStore('sqlite', 'shipping', (bench) => {
  test('a batch over the limits of one report is sent in parts', async () => {
    const { server, url, owner, teamId } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const { machine } = newMachine({}, inMemory)
    await enroll(machine, { url, code: await newCode(owner, teamId) })
    const run = {
      hookId: 0,
      source: 'é'.repeat(200),
      fingerprint: 'f'.repeat(64),
      outcome: '',
      failure: '',
      durationMs: 1,
    }
    const { spool } = clientPaths(machine, teamId)
    for (let at = 0; at < 60; at += 1)
      appendToSpool(spool, { ...decision(`e${at}`), runs: Array.from({ length: at % 3 === 0 ? 100 : 1 }, () => run) })
    expect(await syncTeam(machine, teamId)).toMatchObject({ reported: 60 })
    const stored = (table: 'decisions' | 'runs') =>
      server.context.store.inTeam(teamId, (q) => q.selectFrom(table).select('sequence').execute())
    expect([(await stored('decisions')).length, (await stored('runs')).length]).toEqual([60, 2040])
  })
})

test('a line cut off by a kill is counted as lost and loses no other line', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  appendToSpool(paths.spool, decision('one'))
  const file = join(paths.spool, listSpoolSegments(paths.spool)[0] ?? '')
  writeFileSync(file, '\n{"at":"2026-0', { flag: 'a' })
  appendToSpool(paths.spool, decision('two'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 2 })
  expect([...server.reports.values()].map((text) => JSON.parse(text).event)).toEqual(['one', 'two'])
  expect(readTeamStatus(machine, testTeam).reportsDropped).toBe(1)
})

test('invalid lines are counted as lost and do not block other lines', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  appendToSpool(paths.spool, decision('one'))
  const file = join(paths.spool, listSpoolSegments(paths.spool)[0] ?? '')
  const odd = [
    { at: new Date().toISOString(), runs: [] },
    { ...decision('x'), durationMs: -1 },
    { ...decision('x'), at: '1 May 2026' },
    { ...decision('x'), runs: [{ hookId: 'no' }] },
    { ...decision('x'), runs: [null] },
    null,
    7,
  ]
  for (const line of odd) writeFileSync(file, `\n${JSON.stringify(line)}\n`, { flag: 'a' })
  appendToSpool(paths.spool, decision('two'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', reported: 2 })
  expect([...server.reports.values()].map((text) => JSON.parse(text).event)).toEqual(['one', 'two'])
  expect(readTeamStatus(machine, testTeam).reportsDropped).toBe(odd.length)
})

test('a batch that the server rejects as invalid is dropped and counted, and later batches are sent', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  for (let at = 0; at < 3; at += 1) appendToSpool(paths.spool, decision('odd'))
  server.refuses = (method) => (method === 'Report' ? { status: 400, code: 'invalid_argument' } : undefined)
  const beats = server.heartbeats.length
  server.release(numberedRelease(2))
  writeFileSync(paths.shipping, JSON.stringify({ device: 'd', next: 1, from: { segment: '', offset: 0 }, dropped: 0 }))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', reported: 0 })
  expect(server.heartbeats.length).toBe(beats + 1)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ reportsDropped: 3, reportsWaiting: 0 })
  server.refuses = undefined
  appendToSpool(paths.spool, decision('fine'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  expect([...server.reports.keys()]).toEqual([1])
})

test('the heartbeat is sent even if reports fail', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  appendToSpool(paths.spool, decision('one'))
  server.refuses = (method) => (method === 'Report' ? { status: 503, code: 'unavailable' } : undefined)
  server.release(numberedRelease(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', unreported: expect.any(String) })
  expect(server.heartbeats.at(-1)).toMatchObject({ revision: 2 })
})

test('after the spool was deleted, new decisions are reported', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  for (let at = 0; at < 20; at += 1) appendToSpool(paths.spool, decision('before'), { segmentBytes: 500, segments: 32 })
  await syncTeam(machine, testTeam)
  rmSync(paths.spool, { recursive: true })
  appendToSpool(paths.spool, decision('after'))
  expect(readTeamStatus(machine, testTeam).reportsWaiting).toBe(1)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  rmSync(paths.spool, { recursive: true })
  appendToSpool(paths.spool, { ...decision('x'), rule: '' })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  expect([...server.reports.keys()]).toHaveLength(22)
})

test('a full spool drops the oldest decisions and counts them', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const limits = { segmentBytes: 1000, segments: 4 }
  for (let at = 0; at < 200; at += 1) appendToSpool(paths.spool, decision(`e${at}`), limits)
  expect(listSpoolSegments(paths.spool).length).toBeLessThanOrEqual(4)
  const { reported } = await syncTeam(machine, testTeam)
  expect(reported).toBeLessThan(60)
  expect(JSON.parse([...server.reports.values()].at(-1) ?? '').event).toBe('e199')
  expect(readTeamStatus(machine, testTeam).reportsDropped).toBe(200 - reported)
})

test('a machine without shipping state continues after the last number of the server', async () => {
  const { server, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  appendToSpool(paths.spool, decision('one'))
  await syncTeam(machine, testTeam)
  writeFileSync(paths.shipping, 'broken')
  writeFileSync(join(paths.spool, listSpoolSegments(paths.spool)[0] ?? ''), '')
  appendToSpool(paths.spool, decision('two'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  expect([...server.reports].map(([number, text]) => [number, JSON.parse(text).event])).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
})

test('a kill at any point loses no acknowledged decision and gives no number to two decisions', async () => {
  const { server, home, machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  let written = 0
  for (let step = 1; step < 25; step += 1) {
    for (let more = 0; more < 3; more += 1) appendToSpool(paths.spool, decision(`e${written++}`))
    const child = startSync(home, step)
    const [code, signal] = await once(child, 'exit')
    if (signal === null) expect(code).toBe(0)
  }
  await syncTeam(machine, testTeam)
  expect(server.reported.conflicts).toBe(0)
  const events = [...server.reports].sort(([a], [b]) => a - b).map(([, text]) => JSON.parse(text).event)
  expect(events).toEqual(Array.from({ length: written }, (_, at) => `e${at}`))
  expect(readShipping(paths, 'd')).toMatchObject({ next: written + 1, dropped: 0 })
  expect(readdirSync(paths.state).filter((name) => name.endsWith('.new'))).toEqual([])
  expect(readFileSync(paths.device, 'utf8')).toContain('hld_t')
})
