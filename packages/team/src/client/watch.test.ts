import { existsSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { claimWatch, watchFiles } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { maxAge } from '../server/http/timestamp.ts'
import { enrolledMachine, newMachine, numberedRelease } from '../testing/client.ts'
import { testTeam } from '../testing/signer.ts'
import { readTeamStatus } from './status.ts'
import { watchTeams, watchTimes } from './watch.ts'

const quick = { everyMs: 50, idleMs: 60_000 }

/** The last event was so long ago. */
const ageBy = (file: string, ms: number) => utimesSync(file, new Date(Date.now() - ms), new Date(Date.now() - ms))

test('while an agent is active, a new revision is installed, and the watcher ends after the last event', async () => {
  const { server, machine } = await enrolledMachine()
  const files = watchFiles(machine.platform)
  expect(claimWatch(machine.platform)).toBe(true)
  const watching = watchTeams(machine, quick)
  server.release(numberedRelease(2))
  await expect.poll(() => readTeamStatus(machine, testTeam).revision, { timeout: 15_000 }).toBe(2)
  server.release(numberedRelease(3))
  await expect.poll(() => readTeamStatus(machine, testTeam).revision, { timeout: 15_000 }).toBe(3)
  // The server knows at once which revision this machine has.
  await expect.poll(() => server.heartbeats.at(-1)?.revision, { timeout: 15_000 }).toBe(3)
  ageBy(files.active, 61_000)
  expect(await watching).toBeGreaterThan(1)
  expect([existsSync(files.watching), existsSync(files.lock)]).toEqual([false, false])
})

test('the wait, a poll that takes as long as it may, and a cache together take no more than the promised 10 seconds', () => {
  expect(watchTimes.everyMs + watchTimes.pollTimeoutMs + maxAge * 1000).toBeLessThanOrEqual(10_000)
})

test('one process watches, however many events there are', async () => {
  const { machine } = await enrolledMachine()
  const { platform } = machine
  expect([claimWatch(platform), claimWatch(platform), claimWatch(platform)]).toEqual([true, false, false])
  const first = watchTeams(machine, quick)
  await expect.poll(() => existsSync(watchFiles(platform).lock)).toBe(true)
  expect(await watchTeams(machine, quick)).toBe(0)
  ageBy(watchFiles(platform).active, 61_000)
  expect(await first).toBeGreaterThan(0)
  expect(claimWatch(platform)).toBe(true)
})

test('a machine that is in no team starts no watcher and writes nothing', () => {
  const { home, machine } = newMachine()
  expect(claimWatch(machine.platform)).toBe(false)
  expect(existsSync(join(home, '.local'))).toBe(false)
})

test('a watcher that died is replaced', async () => {
  const { machine } = await enrolledMachine()
  const files = watchFiles(machine.platform)
  expect(claimWatch(machine.platform)).toBe(true)
  ageBy(files.watching, 21_000)
  expect(claimWatch(machine.platform)).toBe(true)
})

test('the watcher ends when the home directory is gone, and leaves nothing behind', async () => {
  const { home, machine } = await enrolledMachine()
  claimWatch(machine.platform)
  const watching = watchTeams(machine, quick)
  await expect.poll(() => existsSync(watchFiles(machine.platform).lock)).toBe(true)
  rmSync(join(home, '.local'), { recursive: true, force: true })
  expect(await watching).toBeGreaterThan(0)
  expect(existsSync(join(home, '.local/state/hookline/team', testTeam, 'device.json'))).toBe(false)
})

test('a server that is away is asked less and less often, and the hooks stay', async () => {
  const { server, machine } = await enrolledMachine()
  claimWatch(machine.platform)
  await server.close()
  const watching = watchTeams(machine, quick)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  ageBy(watchFiles(machine.platform).active, 61_000)
  // Without waiting longer after each failure, it would be about 30.
  expect(await watching).toBeLessThan(10)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 1 })
})
