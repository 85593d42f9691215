/** A machine has the candidate of a rollout only if its team signed that it has (SAFETY C1, C2). */
import { createHooks } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { deny, enrolledMachine, newSigner, numberedRelease, readInForce } from '../testing/client.ts'
import { hookWith, type Release, releaseFiles, testTeam } from '../testing/signer.ts'
import { hashDevice } from '../wire/rollout.ts'
import { readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'
import { watchTeams } from './watch.ts'

const salt = 'ab'.repeat(16)
/** The device id that the fake server gives out. */
const device = 'd'
const candidate = hookWith(1, deny('candidate'))

const rolledOut = (version: number, change: object = {}): Release => {
  const stable = numberedRelease(1)
  return {
    ...stable,
    version,
    scripts: { ...stable.scripts, ...candidate.scripts },
    rollout: {
      ...{ candidate: 2, stage: 'canary', percent: 0, salt, canaries: [hashDevice(salt, device)] },
      hooks: [candidate.hook],
      ...change,
    },
  }
}
const scriptOf = (home: string) => readInForce(home)?.['guard-1.sh']

async function fire(home: string) {
  const hooks = await createHooks({ workspaceRoots: [home], home, watch: false, log: {} })
  try {
    return await hooks.fire('beforeShellExecution', { command: 'ls', cwd: home, sandbox: false })
  } finally {
    await hooks.close()
  }
}

test('a canary gets the candidate, reports with it, and gets the stable hooks again after a stop', async () => {
  const { server, home, machine } = await enrolledMachine()
  server.release(rolledOut(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
  expect((await fire(home)).userMessage).toContain('candidate')
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ revision: 2, candidate: 2, stage: 'canary' })
  await syncTeam(machine, testTeam)
  expect(server.heartbeats.at(-1)).toMatchObject({ revision: 2, candidate: 2 })
  expect([...server.reports.values()].map((text) => JSON.parse(text))).toMatchObject([{ revision: 2, candidate: 2 }])
  server.release({ ...numberedRelease(1), version: 3 })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 3 })
  expect((await fire(home)).userMessage).toContain('v1')
  expect(readTeamStatus(machine, testTeam).candidate).toBeUndefined()
  await syncTeam(machine, testTeam)
  expect(server.heartbeats.at(-1)).toMatchObject({ revision: 3, candidate: 0 })
  expect([...server.reports.values()].map((text) => JSON.parse(text)).at(-1)).toMatchObject({
    revision: 3,
    candidate: 0,
  })
})

test('another machine keeps the stable hooks until the percentage reaches it', async () => {
  const { server, home, machine } = await enrolledMachine()
  server.release(rolledOut(2, { canaries: [hashDevice(salt, 'other')] }))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ revision: 2 })
  expect(scriptOf(home)).toContain('v1')
  server.release(rolledOut(3, { canaries: [], stage: 'percent', percent: 100 }))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ revision: 3 })
  expect(scriptOf(home)).toContain('candidate')
})

test('the same files as candidate and as stable hooks are not taken for each other', async () => {
  const { server, machine } = await enrolledMachine()
  server.release(rolledOut(2, { hooks: numberedRelease(1).hooks }))
  await syncTeam(machine, testTeam)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ candidate: 2 })
})

test.each<readonly [string, object | string | null]>([
  ['a percentage above 100', { stage: 'percent', percent: 101 }],
  ['a percentage of 0', { stage: 'percent', percent: 0 }],
  ['a negative percentage', { stage: 'percent', percent: -5 }],
  ['an unknown stage', { stage: 'everyone' }],
  ['a candidate that is not signed yet', { candidate: 3 }],
  ['hooks that are not a list', { hooks: 'all' }],
  ['an invalid hook', { hooks: [{ ...candidate.hook, id: -1 }] }],
  ['a script outside of the set', { hooks: [{ ...candidate.hook, script_name: '../evil.sh' }] }],
  ['canaries that are not hashes', { canaries: [device] }],
])('a signed rollout with %s is refused as a whole', async (_, change) => {
  const { server, home, machine } = await enrolledMachine()
  server.release(rolledOut(2, change as object))
  const done = await syncTeam(machine, testTeam)
  expect(done).toMatchObject({ state: 'kept', revision: 1, failure: { kind: 'refused' } })
  expect(scriptOf(home)).toContain('v1')
})

test('a rollout that is not an object is refused', async () => {
  const { server, machine } = await enrolledMachine()
  server.release({ ...rolledOut(2), rollout: 'all' })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'refused' } })
})

test('a rollout that someone changed, or signed with another key, is refused', async () => {
  const { server, home, machine } = await enrolledMachine()
  server.release(rolledOut(2, { canaries: [hashDevice(salt, 'other')] }))
  const own = Buffer.from(hashDevice(salt, device))
  server.alter = (path, body) =>
    path.endsWith('bundle.json') ? Buffer.from(String(body).replace(hashDevice(salt, 'other'), String(own))) : body
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1 })
  server.alter = undefined
  const stranger = await newSigner()
  for (const [path, body] of releaseFiles(rolledOut(3), stranger.online)) server.files.set(path, body)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1 })
  expect(scriptOf(home)).toContain('v1')
})

test('a stopped rollout does not come back by a replay', async () => {
  const { server, home, machine } = await enrolledMachine()
  server.release(rolledOut(2))
  const old = new Map(server.files)
  await syncTeam(machine, testTeam)
  server.release({ ...numberedRelease(1), version: 3 })
  await syncTeam(machine, testTeam)
  for (const [path, body] of old) server.files.set(path, body)
  const replayed = await syncTeam(machine, testTeam, { full: true })
  expect(replayed).toMatchObject({ state: 'kept', revision: 3, failure: { kind: 'refused' } })
  expect(scriptOf(home)).toContain('v1')
})

test('the watcher of a canary sends decisions with its next poll', async () => {
  const { server, home, machine } = await enrolledMachine()
  server.release(rolledOut(2))
  await syncTeam(machine, testTeam)
  server.saysUnchanged = true
  const { claimWatch } = await import('@hookline/core/team')
  expect(claimWatch(machine.platform)).toBe(true)
  const watching = watchTeams(machine, { everyMs: 200, idleMs: 4000 })
  await fire(home)
  await expect.poll(() => server.reports.size, { timeout: 15_000 }).toBe(1)
  await watching
})
