/** A server that is slow, talks too much, or is somebody else's: what is in force stays in force. */
import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { deny, enrolled, inForce, inMemory, newSigner, numbered } from '../testing/client.ts'
import { hookWith, testTeam } from '../testing/signer.ts'
import { enroll } from './enroll.ts'
import { leave } from './leave.ts'
import { machineStatus, teamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

test('a list that would be more than the engine reads is refused, and the last good set guards on', async () => {
  const { server, home, machine } = await enrolled({}, numbered(1), inMemory)
  const before = inForce(home)
  const { hook, scripts } = hookWith(1, deny('huge'))
  const hooks = Array.from({ length: 300 }, (_, at) => ({ ...hook, id: at + 1, matcher: 'x'.repeat(3900) }))
  server.release({ version: 2, hooks, scripts })
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'kept',
    revision: 1,
    failure: { kind: 'refused', message: expect.stringContaining('1 MiB') },
  })
  expect(inForce(home)).toEqual(before)
  expect(teamStatus(machine, testTeam)).toMatchObject({ set: 'good', failure: { kind: 'refused' } })
})

test('a list with a hook that the engine cannot read is refused', async () => {
  const { server, home, machine } = await enrolled({}, numbered(1), inMemory)
  const { hook, scripts } = hookWith(1, deny('odd'), { matcher: '(' })
  const before = inForce(home)
  server.release({ version: 2, hooks: [hook], scripts })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'refused' } })
  expect(inForce(home)).toEqual(before)
})

test('another server cannot take over a team that is here, and so cannot another root of the same server', async () => {
  const { home, machine, server } = await enrolled({}, numbered(1), inMemory)
  const before = inForce(home)
  const evil = await newSigner()
  evil.release({ ...numbered(9), hooks: [] })
  await expect(enroll(machine, { url: evil.url, code: evil.code })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(new RegExp(`${server.url}.*hookline team logout first`)),
  })
  expect(inForce(home)).toEqual(before)
  expect(await syncTeam(machine, testTeam, { whole: true })).toMatchObject({ state: 'current', revision: 1 })
  expect(machineStatus(machine).teams).toMatchObject([{ url: server.url, set: 'good' }])
  expect(await enroll(machine, { url: server.url, code: server.code })).toMatchObject({ again: true })
  await leave(machine, testTeam)
  expect(await enroll(machine, { url: evil.url, code: evil.code })).toMatchObject({ again: false })
})

test('a long error text of a server is cut, and the failure is shown', async () => {
  const { server, machine } = await enrolled({}, numbered(1), inMemory)
  const body = JSON.stringify({ code: 'invalid_argument', message: 'A'.repeat(3_000_000) })
  server.refuse = { status: 400, body, type: 'application/json' }
  const result = await syncTeam(machine, testTeam)
  expect(result).toMatchObject({ state: 'kept', failure: { kind: 'denied' } })
  expect(result.failure?.message.length).toBeLessThan(1000)
  expect(teamStatus(machine, testTeam)).toMatchObject({ revision: 1, failure: { kind: 'denied' } })
})

test('a slow server keeps nobody in the team: the hooks go first, and a sync that hangs is not waited for', async () => {
  const limits = { answerMs: 60_000, takeOverMs: 100, goodbyeMs: 600 }
  const { server, home, machine, places } = await enrolled(limits, numbered(1), inMemory)
  server.release(numbered(2))
  server.hangs = true
  const hanging = syncTeam(machine, testTeam)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const began = performance.now()
  const left = await leave(machine, testTeam)
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(left).toMatchObject({ name: 'Test', untold: expect.stringContaining('no whole answer') })
  expect(inForce(home)).toBeUndefined()
  await server.close()
  expect(await hanging).toMatchObject({ state: 'kept' })
  expect(inForce(home)).toBeUndefined()
  expect(machineStatus(machine).teams).toEqual([])
  expect(existsSync(places.state)).toBe(false)
})

test('hooks that came while reports could not go are said to be there, and the reports to wait', async () => {
  const { server, machine } = await enrolled({}, numbered(1), inMemory)
  server.release(numbered(2))
  server.refuses = (method) => (method === 'Heartbeat' ? { status: 503, code: 'unavailable' } : undefined)
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'updated',
    revision: 2,
    unreported: expect.stringContaining('unavailable'),
  })
  expect(teamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 2, unreported: expect.any(String) })
  server.refuses = undefined
  await syncTeam(machine, testTeam)
  expect(teamStatus(machine, testTeam).unreported).toBeUndefined()
})
