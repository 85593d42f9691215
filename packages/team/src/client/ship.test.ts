import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { appendToSpool, spoolSegments } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { deny, enrolled, inMemory, newMachine, numbered } from '../testing/client.ts'
import { giveRoot, newCode, onStore, startTeam } from '../testing/index.ts'
import { syncing } from '../testing/killed.ts'
import { hookWith, testTeam } from '../testing/signer.ts'
import { enroll } from './enroll.ts'
import { placesOf } from './machine.ts'
import { readShipping } from './ship.ts'
import { teamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

const decision = (text: string) => ({
  at: new Date().toISOString(),
  event: text,
  verdict: 'deny',
  rule: 'reply',
  agent: '',
  durationMs: 1,
  runs: [],
})

test('what was decided reaches the server: which hook, what it said, and no text of anybody', async () => {
  const one = hookWith(42, deny('CANARY in the answer'))
  const { server, home, machine } = await enrolled({}, { version: 1, hooks: [one.hook], scripts: one.scripts })
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
  expect(teamStatus(machine, testTeam)).toMatchObject({ reportsWaiting: 1, reportsDropped: 0 })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  const sent = JSON.parse(server.reports.get(1) ?? '{}')
  expect(sent).toMatchObject({ event: 'beforeShellExecution', verdict: 'deny', rule: 'reply', agent: 'cursor' })
  expect(sent.runs).toMatchObject([
    { hookId: 42, source: 'team', outcome: 'deny', failure: '', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { hookId: 0, source: 'inline', outcome: 'allow' },
  ])
  expect(JSON.stringify([...server.reports])).not.toMatch(/CANARY|hunter2/)
  expect(teamStatus(machine, testTeam)).toMatchObject({ reportsWaiting: 0 })
})

test('while the server is away they wait, and are sent once it is back, each number once', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  for (let at = 0; at < 450; at += 1) appendToSpool(places.spool, decision(`e${at}`))
  server.refuse = { status: 503, body: '{"code":"unavailable","message":"away"}', type: 'application/json' }
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept' })
  expect(teamStatus(machine, testTeam).reportsWaiting).toBe(450)
  server.refuse = undefined
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 450 })
  expect([...server.reports.keys()]).toEqual(Array.from({ length: 450 }, (_, at) => at + 1))
  expect(server.reported).toEqual({ count: 450, conflicts: 0 })
})

onStore('sqlite', 'shipping', (bench) => {
  test('a batch that is more than a server takes at once is sent in parts', async () => {
    const { server, url, owner, teamId } = await startTeam(bench)
    await giveRoot(owner, teamId)
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
    const { spool } = placesOf(machine, teamId)
    for (let at = 0; at < 60; at += 1)
      appendToSpool(spool, { ...decision(`e${at}`), runs: Array.from({ length: at % 3 === 0 ? 100 : 1 }, () => run) })
    expect(await syncTeam(machine, teamId)).toMatchObject({ reported: 60 })
    const stored = (table: 'decisions' | 'runs') =>
      server.context.store.inTeam(teamId, (q) => q.selectFrom(table).select('sequence').execute())
    expect([(await stored('decisions')).length, (await stored('runs')).length]).toEqual([60, 2040])
  })
})

test('a line torn by a kill takes no other with it, and is counted', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  appendToSpool(places.spool, decision('one'))
  const file = join(places.spool, spoolSegments(places.spool)[0] ?? '')
  writeFileSync(file, '\n{"at":"2026-0', { flag: 'a' })
  appendToSpool(places.spool, decision('two'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 2 })
  expect([...server.reports.values()].map((text) => JSON.parse(text).event)).toEqual(['one', 'two'])
  expect(teamStatus(machine, testTeam).reportsDropped).toBe(1)
})

test('lines that no engine writes are counted as lost, and keep nothing else back', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  appendToSpool(places.spool, decision('one'))
  const file = join(places.spool, spoolSegments(places.spool)[0] ?? '')
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
  appendToSpool(places.spool, decision('two'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', reported: 2 })
  expect([...server.reports.values()].map((text) => JSON.parse(text).event)).toEqual(['one', 'two'])
  expect(teamStatus(machine, testTeam).reportsDropped).toBe(odd.length)
})

test('a batch that the server calls wrong is dropped and counted; later ones go on, and the heartbeat came', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  for (let at = 0; at < 3; at += 1) appendToSpool(places.spool, decision('odd'))
  server.refuses = (method) => (method === 'Report' ? { status: 400, code: 'invalid_argument' } : undefined)
  const beats = server.heartbeats.length
  server.release(numbered(2))
  writeFileSync(places.shipping, JSON.stringify({ device: 'd', next: 1, from: { segment: '', offset: 0 }, dropped: 0 }))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', reported: 0 })
  expect(server.heartbeats.length).toBe(beats + 1)
  expect(teamStatus(machine, testTeam)).toMatchObject({ reportsDropped: 3, reportsWaiting: 0 })
  server.refuses = undefined
  appendToSpool(places.spool, decision('fine'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  expect([...server.reports.keys()]).toEqual([1])
})

test('a heartbeat comes although the reports cannot go', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  appendToSpool(places.spool, decision('one'))
  server.refuses = (method) => (method === 'Report' ? { status: 503, code: 'unavailable' } : undefined)
  server.release(numbered(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', unreported: expect.any(String) })
  expect(server.heartbeats.at(-1)).toMatchObject({ revision: 2 })
})

test('a spool that somebody took away begins anew, and what is decided after it is reported', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  for (let at = 0; at < 20; at += 1)
    appendToSpool(places.spool, decision('before'), { segmentBytes: 500, segments: 32 })
  await syncTeam(machine, testTeam)
  rmSync(places.spool, { recursive: true })
  appendToSpool(places.spool, decision('after'))
  expect(teamStatus(machine, testTeam).reportsWaiting).toBe(1)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  rmSync(places.spool, { recursive: true })
  appendToSpool(places.spool, { ...decision('x'), rule: '' })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  expect([...server.reports.keys()]).toHaveLength(22)
})

test('the spool is bounded: the oldest are dropped, and counted', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  const limits = { segmentBytes: 1000, segments: 4 }
  for (let at = 0; at < 200; at += 1) appendToSpool(places.spool, decision(`e${at}`), limits)
  expect(spoolSegments(places.spool).length).toBeLessThanOrEqual(4)
  const { reported } = await syncTeam(machine, testTeam)
  expect(reported).toBeLessThan(60)
  expect(JSON.parse([...server.reports.values()].at(-1) ?? '').event).toBe('e199')
  expect(teamStatus(machine, testTeam).reportsDropped).toBe(200 - reported)
})

test('a machine that forgot where it was goes on after what the server has', async () => {
  const { server, machine, places } = await enrolled({}, numbered(1), inMemory)
  appendToSpool(places.spool, decision('one'))
  await syncTeam(machine, testTeam)
  writeFileSync(places.shipping, 'broken')
  writeFileSync(join(places.spool, spoolSegments(places.spool)[0] ?? ''), '')
  appendToSpool(places.spool, decision('two'))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 1 })
  expect([...server.reports].map(([number, text]) => [number, JSON.parse(text).event])).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
})

test('killed at any point, nothing that was acknowledged is lost, and no number stands for two decisions', async () => {
  const { server, home, machine, places } = await enrolled({}, numbered(1), inMemory)
  let written = 0
  for (let step = 1; step < 25; step += 1) {
    for (let more = 0; more < 3; more += 1) appendToSpool(places.spool, decision(`e${written++}`))
    const child = syncing(home, step)
    const [code, signal] = await once(child, 'exit')
    if (signal === null) expect(code).toBe(0)
  }
  await syncTeam(machine, testTeam)
  expect(server.reported.conflicts).toBe(0)
  const events = [...server.reports].sort(([a], [b]) => a - b).map(([, text]) => JSON.parse(text).event)
  expect(events).toEqual(Array.from({ length: written }, (_, at) => `e${at}`))
  expect(readShipping(places, 'd')).toMatchObject({ next: written + 1, dropped: 0 })
  expect(readdirSync(places.state).filter((name) => name.endsWith('.new'))).toEqual([])
  expect(readFileSync(places.device, 'utf8')).toContain('hld_t')
}, 300_000)
