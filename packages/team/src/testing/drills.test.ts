/** Bad networks, restarts under load, and a restored backup: machines with the real client at a real server. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendToSpool } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { clientPaths, type Machine } from '../client/device/machine.ts'
import { enroll } from '../client/enroll.ts'
import { readTeamStatus } from '../client/status.ts'
import { syncTeam } from '../client/sync.ts'
import { startServer } from '../server/index.ts'
import { startBadNetwork } from './bad-network.ts'
import { deny, newMachine, readInForce } from './client.ts'
import { onStore, type StoreBench } from './each-store.ts'
import { newCode } from './machine.ts'
import { startProgram } from './program.ts'
import { uploadRoot } from './root.ts'
import { accept, type Person, password, personAt, startTeam } from './server.ts'

const timeout = 180_000

const decision = (event: string) => ({
  at: new Date().toISOString(),
  event,
  verdict: 'deny',
  rule: 'reply',
  agent: '',
  durationMs: 1,
  runs: [],
})

async function publish(owner: Person, teamId: string, why: string): Promise<number> {
  const draft = { hookStep: 'stop', scriptName: `${why}.sh`, scriptContent: deny(why) }
  const saved = await owner.call('AdminService/SaveHook', { teamId, draft })
  expect(saved.status).toBe(200)
  const { status, body } = await owner.call('AdminService/Publish', { teamId })
  expect(status).toBe(200)
  return Number(body.revision)
}

const hooksOf = (home: string, teamId: string): readonly string[] =>
  Object.keys(readInForce(home, teamId) ?? {}).filter((name) => name.endsWith('.sh'))

onStore('sqlite', 'V4: through a network that delays, resets and stops answering', (bench) => {
  test('every request ends, every decision is stored once, and a machine has a whole set', { timeout }, async () => {
    const { server, url, owner, teamId } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const network = await startBadNetwork(url)
    bench.undo(() => network.close())
    const machines = await Promise.all(
      Array.from({ length: 4 }, async () => {
        // A connection without answers costs one such wait.
        const { machine, home } = newMachine({ responseMs: 1000 })
        await enroll(machine, { url: network.url, code: await newCode(owner, teamId) })
        return { machine, home, sent: 0 }
      }),
    )
    network.damage()
    const published = (async () => {
      for (let at = 1; at <= 4; at++) await publish(owner, teamId, `v${at}`)
    })()
    await Promise.all(
      machines.map(async (one) => {
        for (let round = 0; round < 6; round++) {
          const { spool } = clientPaths(one.machine, teamId)
          for (let at = 0; at < 5; at++) appendToSpool(spool, decision(`e${++one.sent}`))
          await syncTeam(one.machine, teamId)
        }
      }),
    )
    await published
    // Without a fault the test proves nothing.
    expect(Math.min(network.faults.resets, network.faults.stalls)).toBeGreaterThan(0)
    network.heal()
    for (const { machine, home, sent } of machines) {
      await untilReported(machine, teamId)
      expect(hooksOf(home, teamId)).toEqual(['v1.sh', 'v2.sh', 'v3.sh', 'v4.sh'])
      const rows = await server.context.store.inTeam(teamId, (q) =>
        q
          .selectFrom('decisions')
          .select(['sequence', 'event'])
          .where('device_id', '=', deviceOf(machine, teamId))
          .orderBy('sequence')
          .execute(),
      )
      expect(rows).toEqual(Array.from({ length: sent }, (_, at) => ({ sequence: at + 1, event: `e${at + 1}` })))
    }
  })
})

/** What is still on its way may fail once more. */
async function untilReported(machine: Machine, teamId: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { state, unreported } = await syncTeam(machine, teamId)
    if (state !== 'kept' && unreported === undefined) break
    if (tries === 10) throw new Error(`still ${state}, ${unreported}`)
  }
  expect(readTeamStatus(machine, teamId)).toMatchObject({ reportsWaiting: 0, reportsDropped: 0 })
}

const deviceOf = (machine: Machine, teamId: string): string =>
  JSON.parse(readFileSync(clientPaths(machine, teamId).device, 'utf8')).deviceId

onStore('postgres', 'V9: a rolling restart of two servers', (bench) => {
  test('every poll is answered after at most a few retries, and every machine follows', { timeout }, async () => {
    const storeOptions = await bench.preparedOptions()
    const start = async (dataDir: string) => {
      const program = await startProgram({ ...storeOptions, dataDir })
      bench.undo(() => program.kill().catch(() => {}))
      return program
    }
    const first = await start(storeOptions.dataDir)
    const second = await start((await bench.preparedOptions()).dataDir)
    const owner = personAt(first.url)
    const { body } = await accept(owner, first.ownerLink ?? '', 'owner@example.com')
    const teamId: string = body.teams[0].teamId
    await uploadRoot(owner, teamId)
    const machines = await Promise.all(
      [first, second].map(async ({ url }) => {
        const made = newMachine()
        await enroll(made.machine, { url, code: await newCode(owner, teamId) })
        return made
      }),
    )
    let restarting = true
    const failures: number[] = []
    const polls = machines.map(async ({ machine }) => {
      while (restarting) {
        let failed = 0
        while ((await syncTeam(machine, teamId)).state === 'kept') {
          failed++
          if (failed > 200) throw new Error('a machine was not answered any more')
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        failures.push(failed)
      }
    })
    for (let round = 0; round < 2; round++) {
      const program = round % 2 === 0 ? first : second
      await program.kill()
      await program.start()
      await publish(personWith(owner, second.url, first.url, round), teamId, `r${round}`)
    }
    restarting = false
    await Promise.all(polls)
    expect(failures.some((count) => count > 0)).toBe(true)
    for (const { machine, home } of machines) {
      // A server learns from the database what the other one has published, a little later.
      while (hooksOf(home, teamId).join() !== 'r0.sh,r1.sh') {
        await syncTeam(machine, teamId)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  })
})

/** The owner at the server that was not restarted last. The session is in the database, so both know it. */
function personWith(owner: Person, second: string, first: string, round: number): Person {
  const url = round % 2 === 0 ? second : first
  const headers = { cookie: owner.cookie() }
  return { ...owner, call: (method, body) => personAt(url).call(method, body, headers) }
}

onStore('sqlite', 'V11: a backup that is restored', (bench) => {
  test('cannot take a machine back, and the next publication reaches it', { timeout }, async () => {
    const { machine, home, teamId, restore } = await backUpAndGoOn(bench)
    // As in docs/team-operations.md: with the file that knows the highest numbers.
    const again = await restore(true)
    const { state } = await syncTeam(machine, teamId)
    expect(state).toBe('updated')
    // The content is that of the backup, under a new number: the owner restored it on purpose.
    expect(hooksOf(home, teamId)).toEqual(['before.sh'])
    await again.close()
  })
  test('without its file of numbers is refused, and the machine keeps its hooks', { timeout }, async () => {
    const { machine, home, teamId, restore } = await backUpAndGoOn(bench)
    const again = await restore(false)
    expect(await syncTeam(machine, teamId)).toMatchObject({ state: 'kept', failure: { kind: 'refused' } })
    expect(hooksOf(home, teamId)).toEqual(['after.sh', 'before.sh'])
    await again.close()
  })
})

/** A machine has what was published after the backup. */
async function backUpAndGoOn(bench: StoreBench) {
  const storeOptions = await bench.preparedOptions()
  const { server, url, owner, teamId } = await startTeam(bench, storeOptions)
  await uploadRoot(owner, teamId)
  const { machine, home } = newMachine()
  await enroll(machine, { url, code: await newCode(owner, teamId) })
  await publish(owner, teamId, 'before')
  await server.close()
  const { dataDir } = storeOptions
  const backup = `${dataDir}-backup`
  bench.undo(() => rmSync(backup, { recursive: true, force: true }))
  cpSync(dataDir, backup, { recursive: true })
  const later = await startServer({ ...storeOptions, log: () => {} })
  moveTo(machine, teamId, later.url)
  const owner2 = personAt(later.url)
  await owner2.call('AccountService/SignIn', { email: 'owner@example.com', password })
  await publish(owner2, teamId, 'after')
  expect((await syncTeam(machine, teamId)).state).toBe('updated')
  await later.close()
  const restore = async (keepsNumbers: boolean) => {
    const numbers = readFileSync(join(dataDir, 'signed-versions.json'))
    rmSync(dataDir, { recursive: true })
    cpSync(backup, dataDir, { recursive: true })
    const file = join(dataDir, 'signed-versions.json')
    rmSync(file, { force: true })
    if (keepsNumbers) writeFileSync(file, numbers)
    const restored = await startServer({ ...storeOptions, log: () => {} })
    moveTo(machine, teamId, restored.url)
    return restored
  }
  return { machine, home, teamId, restore }
}

/** Each server has another port, because connections to an earlier one are still in the pool of this process. */
function moveTo(machine: Machine, teamId: string, url: string): void {
  const { device } = clientPaths(machine, teamId)
  writeFileSync(device, JSON.stringify({ ...JSON.parse(readFileSync(device, 'utf8')), url }))
}
