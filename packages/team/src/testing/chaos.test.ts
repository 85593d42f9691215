/**
 * kill -9 of servers and databases while twenty machines report: what was acknowledged is there, once, without a hole.
 * HOOKLINE_CHAOS_SECONDS=600 goes on for longer than the few kills of every day.
 */
import { appendToSpool } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { enroll } from '../client/enroll.ts'
import { clientPaths } from '../client/machine.ts'
import { readTeamStatus } from '../client/status.ts'
import { syncTeam } from '../client/sync.ts'
import { openStore, type StoreOptions } from '../server/store/index.ts'
import { newMachine } from './client.ts'
import { eachStore, onStore, type StoreBench } from './each-store.ts'
import { enrolMachine, newCode } from './machine.ts'
import { type Program, startProgram } from './program.ts'
import { type Reporter, type Reporters, startReporters } from './reporters.ts'
import { giveRoot } from './root.ts'
import { accept, personAt } from './server.ts'

const chaosMs = Number(process.env.HOOKLINE_CHAOS_SECONDS ?? 0) * 1000
const kills = 3
const crowd = 20
const timeout = chaosMs + 180_000

async function team(bench: StoreBench, replicas: number) {
  const place = await bench.place()
  const start = async (at: StoreOptions) => {
    const program = await startProgram(at)
    bench.undo(() => program.kill().catch(() => {}))
    return program
  }
  const first = await start(place)
  const programs: Program[] = [first]
  while (programs.length < replicas) programs.push(await start({ ...place, dataDir: (await bench.place()).dataDir }))
  const owner = personAt(first.url)
  const { body } = await accept(owner, first.ownerLink ?? '', 'owner@example.com')
  const teamId: string = body.teams[0].teamId
  await giveRoot(owner, teamId)
  return { place, programs, owner, teamId, first }
}

async function loaded(bench: StoreBench, replicas = 1) {
  const started = await team(bench, replicas)
  const code = await newCode(started.owner, started.teamId, { uses: crowd })
  const join = (_: unknown, at: number) => enrolMachine(started.first.url, code, `m${at}`)
  const machines = await Promise.all(Array.from({ length: crowd }, join))
  const load = startReporters(
    machines,
    started.programs.map(({ url }) => url),
  )
  bench.undo(() => load.stop().catch(() => {}))
  return { ...started, load }
}

/** Kills while reports are being acknowledged, a few times and for as long as was wished. */
async function again(load: Reporters, kill: (round: number) => Promise<void>): Promise<void> {
  const end = Date.now() + chaosMs
  for (let round = 0; round < kills || Date.now() < end; round += 1) {
    await progress(load)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200))
    await kill(round)
  }
  await progress(load)
}

async function progress(load: Reporters): Promise<void> {
  const before = load.acknowledged()
  await until(() => load.acknowledged() >= before + 5 * crowd)
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('not so after a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Looked up in the database itself, when no server is left. */
async function expectAll(place: StoreOptions, teamId: string, reporters: readonly Reporter[]): Promise<void> {
  const store = await openStore(place)
  try {
    for (const { machine, last, odd } of reporters) {
      expect(odd).toEqual([])
      const { device, decisions, runs } = await store.inTeam(teamId, async (q) => ({
        device: await q.selectFrom('devices').selectAll().where('id', '=', machine.id).executeTakeFirstOrThrow(),
        decisions: await q.selectFrom('decisions').selectAll().where('device_id', '=', machine.id).execute(),
        runs: await q.selectFrom('runs').selectAll().where('device_id', '=', machine.id).execute(),
      }))
      const upTo = Array.from({ length: last }, (_, at) => at + 1)
      const byNumber = (a: number, b: number) => a - b
      expect([device.accepted_sequence, device.missing]).toEqual([last, '[]'])
      expect(decisions.map(({ sequence }) => sequence).sort(byNumber)).toEqual(upTo)
      expect(decisions.every(({ sequence, event }) => event === `e${sequence}`)).toBe(true)
      expect(runs.map(({ sequence }) => sequence).sort(byNumber)).toEqual(upTo)
    }
  } finally {
    await store.close()
  }
}

async function settle(bench: StoreBench, { load, programs, place, teamId }: Awaited<ReturnType<typeof loaded>>) {
  const reporters = await load.stop()
  for (const program of programs) await program.kill()
  await expectAll(place, teamId, reporters)
  const retries = reporters.reduce((sum, one) => sum + one.retries, 0)
  // A kill that nobody noticed would show nothing.
  expect(retries).toBeGreaterThan(0)
  console.log(`${bench.engine}: ${load.acknowledged()} acknowledged, ${retries} sent again, none lost, none twice`)
}

eachStore('kill -9 of the server under load', (bench) => {
  test('loses nothing that was acknowledged, and stores nothing twice', { timeout }, async () => {
    const started = await loaded(bench)
    await again(started.load, async () => {
      await started.first.kill()
      await started.first.start()
    })
    await settle(bench, started)
  })
})

onStore('postgres', 'kill -9 under load', (bench) => {
  test('of two replicas, one by one and both at once: nothing lost, nothing twice', { timeout }, async () => {
    const started = await loaded(bench, 2)
    await again(started.load, async (round) => {
      const dying = started.programs.filter((_, at) => round % 3 === 2 || at === round % 3)
      await Promise.all(dying.map((program) => program.kill()))
      await Promise.all(dying.map((program) => program.start()))
    })
    await settle(bench, started)
  })

  test('of the database: nothing lost, nothing twice, and meanwhile nothing but 503 and when to come back', {
    timeout,
  }, async () => {
    const started = await loaded(bench, 2)
    await again(started.load, async () => {
      await bench.postgres()?.kill()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await bench.postgres()?.start()
    })
    await settle(bench, started)
  })
})

onStore('postgres', 'while the database is down', (bench) => {
  const decision = (event: string) => ({
    at: new Date().toISOString(),
    event,
    verdict: 'deny',
    rule: 'reply',
    agent: '',
    durationMs: 1,
    runs: [],
  })

  test('a machine gets the last hooks, keeps its reports, and catches up', { timeout }, async () => {
    const { owner, teamId, first, place } = await team(bench, 1)
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\necho {}\n' }
    const join = async () => {
      const { machine } = newMachine()
      await enroll(machine, { url: first.url, code: await newCode(owner, teamId) })
      return machine
    }
    const machine = await join()
    expect((await owner.call('AdminService/SaveHook', { teamId, draft })).status).toBe(200)
    expect((await owner.call('AdminService/Publish', { teamId })).body).toMatchObject({ revision: '2' })
    await bench.postgres()?.kill()
    const { spool } = clientPaths(machine, teamId)
    for (let at = 1; at <= 450; at += 1) appendToSpool(spool, decision(`e${at}`))
    const away = await syncTeam(machine, teamId)
    // The new hooks are in force although the reports could not be sent.
    expect(away).toMatchObject({ state: 'updated', revision: 2, hooks: 1, unreported: expect.any(String) })
    expect(readTeamStatus(machine, teamId)).toMatchObject({ reportsWaiting: 450, reportsDropped: 0 })
    await bench.postgres()?.start()
    await until(async () => {
      const { state, unreported } = await syncTeam(machine, teamId)
      return state !== 'kept' && unreported === undefined
    })
    expect(readTeamStatus(machine, teamId)).toMatchObject({ reportsWaiting: 0, reportsDropped: 0 })
    const store = await openStore(place)
    const rows = await store.inTeam(teamId, (q) =>
      q.selectFrom('decisions').select(['sequence', 'event']).orderBy('sequence').execute(),
    )
    await store.close()
    expect(rows).toEqual(Array.from({ length: 450 }, (_, at) => ({ sequence: at + 1, event: `e${at + 1}` })))
  })
})
