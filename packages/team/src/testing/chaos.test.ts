/**
 * Kills servers and databases with SIGKILL while twenty machines report: each acknowledged decision is stored exactly once.
 * HOOKLINE_CHAOS_SECONDS=600 runs longer than the default of a few kills.
 */
import { appendToSpool } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { clientPaths } from '../client/device/machine.ts'
import { enroll } from '../client/enroll.ts'
import { readTeamStatus } from '../client/status.ts'
import { syncTeam } from '../client/sync.ts'
import { openStore, type Store, type StoreOptions } from '../server/store/index.ts'
import { newMachine } from './client.ts'
import { eachStore, onStore, type StoreBench } from './each-store.ts'
import { enrolMachine, newCode } from './machine.ts'
import { type Program, startProgram } from './program.ts'
import { type Reporter, type Reporters, startReporters } from './reporters.ts'
import { uploadRoot } from './root.ts'
import { accept, personAt } from './server.ts'

const chaosMs = Number(process.env.HOOKLINE_CHAOS_SECONDS ?? 0) * 1000
const kills = 3
const machineCount = 20
const timeout = chaosMs + 180_000

async function startReplicas(bench: StoreBench, replicas: number) {
  const storeOptions = await bench.storeOptions()
  const start = async (at: StoreOptions) => {
    const program = await startProgram(at)
    bench.undo(() => program.kill().catch(() => {}))
    return program
  }
  const first = await start(storeOptions)
  const programs: Program[] = [first]
  while (programs.length < replicas)
    programs.push(await start({ ...storeOptions, dataDir: (await bench.storeOptions()).dataDir }))
  const owner = personAt(first.url)
  const { body } = await accept(owner, first.ownerLink ?? '', 'owner@example.com')
  const teamId: string = body.teams[0].teamId
  await uploadRoot(owner, teamId)
  return { storeOptions, programs, owner, teamId, first }
}

async function startLoad(bench: StoreBench, replicas = 1) {
  const started = await startReplicas(bench, replicas)
  const code = await newCode(started.owner, started.teamId, { uses: machineCount })
  const enrolOne = (_: unknown, at: number) => enrolMachine(started.first.url, code, `m${at}`)
  const machines = await Promise.all(Array.from({ length: machineCount }, enrolOne))
  const load = startReporters(
    machines,
    started.programs.map(({ url }) => url),
  )
  bench.undo(() => load.stop().catch(() => {}))
  return { ...started, load }
}

/** Kills while reports are being acknowledged, a few times and for at least the configured time. */
async function killRepeatedly(load: Reporters, kill: (round: number) => Promise<void>): Promise<void> {
  const end = Date.now() + chaosMs
  for (let round = 0; round < kills || Date.now() < end; round += 1) {
    await waitForProgress(load)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200))
    await kill(round)
  }
  await waitForProgress(load)
}

async function waitForProgress(load: Reporters): Promise<void> {
  const before = load.acknowledged()
  await waitUntil(() => load.acknowledged() >= before + 5 * machineCount)
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000 * Number(process.env.HOOKLINE_TEST_SCALE ?? 1)
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('the condition is still false after a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Checks the database itself, after all servers have stopped. */
async function expectAll(storeOptions: StoreOptions, teamId: string, reporters: readonly Reporter[]): Promise<void> {
  const store = await openStore(storeOptions)
  try {
    await expectCounted(store, teamId, reporters)
    for (const { machine, last, unexpected } of reporters) {
      expect(unexpected).toEqual([])
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

/** The counts per hour have every decision and every run exactly once. */
async function expectCounted(store: Store, teamId: string, reporters: readonly Reporter[]): Promise<void> {
  const all = reporters.reduce((sum, { last }) => sum + last, 0)
  const counted = await store.inTeam(teamId, async (q) => [
    await q
      .selectFrom('decision_hours')
      .select(({ fn }) => fn.sum<number>('decisions').as('n'))
      .executeTakeFirstOrThrow(),
    await q
      .selectFrom('run_hours')
      .select(({ fn }) => fn.sum<number>('runs').as('n'))
      .executeTakeFirstOrThrow(),
  ])
  expect(counted).toEqual([{ n: all }, { n: all }])
}

async function stopAndCheck(
  bench: StoreBench,
  { load, programs, storeOptions, teamId }: Awaited<ReturnType<typeof startLoad>>,
) {
  const reporters = await load.stop()
  for (const program of programs) await program.kill()
  await expectAll(storeOptions, teamId, reporters)
  const retries = reporters.reduce((sum, reporter) => sum + reporter.retries, 0)
  // Without a retry, the kills had no effect and the test proves nothing.
  expect(retries).toBeGreaterThan(0)
  console.log(`${bench.engine}: ${load.acknowledged()} acknowledged, ${retries} retries, none lost, none stored twice`)
}

eachStore('kill -9 of the server under load', (bench) => {
  test('loses no acknowledged decision and stores none twice', { timeout }, async () => {
    const started = await startLoad(bench)
    await killRepeatedly(started.load, async () => {
      await started.first.kill()
      await started.first.start()
    })
    await stopAndCheck(bench, started)
  })
})

onStore('postgres', 'kill -9 under load', (bench) => {
  test('of two replicas loses no decision and stores none twice', { timeout }, async () => {
    const started = await startLoad(bench, 2)
    await killRepeatedly(started.load, async (round) => {
      const killed = started.programs.filter((_, at) => round % 3 === 2 || at === round % 3)
      await Promise.all(killed.map((program) => program.kill()))
      await Promise.all(killed.map((program) => program.start()))
    })
    await stopAndCheck(bench, started)
  })

  test('of the database loses no decision, stores none twice, and returns 503 with a retry time', {
    timeout,
  }, async () => {
    const started = await startLoad(bench, 2)
    await killRepeatedly(started.load, async () => {
      await bench.postgres()?.kill()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await bench.postgres()?.start()
    })
    await stopAndCheck(bench, started)
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

  test('a machine gets the last hooks, keeps its reports and sends them later', { timeout }, async () => {
    const { owner, teamId, first, storeOptions } = await startReplicas(bench, 1)
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\necho {}\n' }
    const enrolOne = async () => {
      const { machine } = newMachine()
      await enroll(machine, { url: first.url, code: await newCode(owner, teamId) })
      return machine
    }
    const machine = await enrolOne()
    expect((await owner.call('AdminService/SaveHook', { teamId, draft })).status).toBe(200)
    expect((await owner.call('AdminService/Publish', { teamId })).body).toMatchObject({ revision: '2' })
    await bench.postgres()?.kill()
    const { spool } = clientPaths(machine, teamId)
    for (let at = 1; at <= 450; at += 1) appendToSpool(spool, decision(`e${at}`))
    const offline = await syncTeam(machine, teamId)
    // The new hooks are in force although the reports could not be sent.
    expect(offline).toMatchObject({ state: 'updated', revision: 2, hooks: 1, unreported: expect.any(String) })
    expect(readTeamStatus(machine, teamId)).toMatchObject({ reportsWaiting: 450, reportsDropped: 0 })
    await bench.postgres()?.start()
    await waitUntil(async () => {
      const { state, unreported } = await syncTeam(machine, teamId)
      return state !== 'kept' && unreported === undefined
    })
    expect(readTeamStatus(machine, teamId)).toMatchObject({ reportsWaiting: 0, reportsDropped: 0 })
    const store = await openStore(storeOptions)
    const rows = await store.inTeam(teamId, (q) =>
      q.selectFrom('decisions').select(['sequence', 'event']).orderBy('sequence').execute(),
    )
    await store.close()
    expect(rows).toEqual(Array.from({ length: 450 }, (_, at) => ({ sequence: at + 1, event: `e${at + 1}` })))
  })
})
