/** A server that is slow, sends too much, or belongs to an attacker: the hooks in force stay in force. */
import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { deny, enrolledMachine, inMemory, newSigner, numberedRelease, readInForce } from '../testing/client.ts'
import { hookWith, testTeam } from '../testing/signer.ts'
import { enroll } from './enroll.ts'
import { leave } from './leave.ts'
import { readMachineStatus, readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

test('a list that is too long for the engine is refused, and the last good set stays in force', async () => {
  const { server, home, machine } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const before = readInForce(home)
  const { hook, scripts } = hookWith(1, deny('huge'))
  const hooks = Array.from({ length: 300 }, (_, at) => ({ ...hook, id: at + 1, matcher: 'x'.repeat(3900) }))
  server.release({ version: 2, hooks, scripts })
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'kept',
    revision: 1,
    failure: { kind: 'refused', message: expect.stringContaining('1 MiB') },
  })
  expect(readInForce(home)).toEqual(before)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', failure: { kind: 'refused' } })
})

test('a list with a hook that the engine cannot read is refused', async () => {
  const { server, home, machine } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const { hook, scripts } = hookWith(1, deny('odd'), { matcher: '(' })
  const before = readInForce(home)
  server.release({ version: 2, hooks: [hook], scripts })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'refused' } })
  expect(readInForce(home)).toEqual(before)
})

test('a team of this machine cannot be taken over by another server or another root', async () => {
  const { home, machine, server } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const before = readInForce(home)
  const evil = await newSigner()
  evil.release({ ...numberedRelease(9), hooks: [] })
  await expect(enroll(machine, { url: evil.url, code: evil.code })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(new RegExp(`${server.url}.*hookline team logout first`)),
  })
  expect(readInForce(home)).toEqual(before)
  expect(await syncTeam(machine, testTeam, { full: true })).toMatchObject({ state: 'current', revision: 1 })
  expect(readMachineStatus(machine).teams).toMatchObject([{ url: server.url, set: 'good' }])
  const heartbeats = server.heartbeats.length
  expect(await enroll(machine, { url: server.url, code: server.code })).toMatchObject({ again: true })
  // The new device reports itself, although the old one just did.
  expect(server.heartbeats.length).toBe(heartbeats + 1)
  await leave(machine, testTeam)
  expect(await enroll(machine, { url: evil.url, code: evil.code })).toMatchObject({ again: false })
})

test('a long error message of a server is shortened, and the status shows the failure', async () => {
  const { server, machine } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const body = JSON.stringify({ code: 'invalid_argument', message: 'A'.repeat(3_000_000) })
  server.refuse = { status: 400, body, type: 'application/json' }
  const result = await syncTeam(machine, testTeam)
  expect(result).toMatchObject({ state: 'kept', failure: { kind: 'denied' } })
  expect(result.failure?.message.length).toBeLessThan(1000)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ revision: 1, failure: { kind: 'denied' } })
})

test('leaving a team does not wait for a slow server or a sync that hangs', async () => {
  const limits = { responseMs: 60_000, takeOverMs: 100, goodbyeMs: 600 }
  const { server, home, machine, paths } = await enrolledMachine(limits, numberedRelease(1), inMemory)
  server.release(numberedRelease(2))
  server.hangs = true
  const hanging = syncTeam(machine, testTeam)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const began = performance.now()
  const left = await leave(machine, testTeam)
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(left).toMatchObject({ name: 'Test', untold: expect.stringContaining('no complete response') })
  expect(readInForce(home)).toBeUndefined()
  await server.close()
  expect(await hanging).toMatchObject({ state: 'kept' })
  expect(readInForce(home)).toBeUndefined()
  expect(readMachineStatus(machine).teams).toEqual([])
  expect(existsSync(paths.state)).toBe(false)
})

test('if reporting fails, the sync shows the new hooks and that reports are waiting', async () => {
  const { server, machine } = await enrolledMachine({}, numberedRelease(1), inMemory)
  server.release(numberedRelease(2))
  server.refuses = (method) => (method === 'Heartbeat' ? { status: 503, code: 'unavailable' } : undefined)
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'updated',
    revision: 2,
    unreported: expect.stringContaining('unavailable'),
  })
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 2, unreported: expect.any(String) })
  server.refuses = undefined
  await syncTeam(machine, testTeam)
  expect(readTeamStatus(machine, testTeam).unreported).toBeUndefined()
})
