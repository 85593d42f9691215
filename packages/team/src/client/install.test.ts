/** A killed sync leaves the old set or the new one, and two syncs at once leave one complete set (SAFETY C3, C7). */
import { once } from 'node:events'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { createTeamSets, nodeFiles, ownMark } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { enrolledMachine, inMemory, newMachine, numberedRelease, readInForce } from '../testing/client.ts'
import { testTeam } from '../testing/signer.ts'
import { startSync } from '../testing/start-sync.ts'
import { thisMachine } from './device/machine.ts'
import { syncTeam } from './sync.ts'

/** Every fourth step, and with `HOOKLINE_SERIES=full` each one. */
const stride = process.env.HOOKLINE_SERIES === 'full' ? 1 : 4

const checkSet = (home: string) => createTeamSets(nodeFiles, thisMachine({ home }).platform).check(testTeam).kind

test('an update killed at any step leaves the old or the new set, and the next sync completes it', async () => {
  const bench = await enrolledMachine({}, numberedRelease(1, 34), inMemory)
  const old = readInForce(bench.home)
  bench.server.release(numberedRelease(2, 40))
  const counts = { old: 0, new: 0 }
  const begin = (home: string) => {
    rmSync(home, { recursive: true, force: true })
    cpSync(bench.home, home, { recursive: true, verbatimSymlinks: true })
  }
  const killedAt = async (home: string, step: number) => {
    begin(home)
    const [, signal] = await once(startSync(home, step), 'exit')
    expect([step, signal, checkSet(home)]).toEqual([step, 'SIGKILL', 'good'])
    const found = readInForce(home)
    const isOld = JSON.stringify(found) === JSON.stringify(old)
    counts[isOld ? 'old' : 'new'] += 1
    if (isOld) return
    expect(JSON.stringify(found), `step ${step}`).not.toContain('v1')
    expect(Object.keys(found ?? {}), `step ${step}`).toHaveLength(42)
  }
  const { home } = newMachine({}, inMemory)
  begin(home)
  const counting = startSync(home, 0)
  const [output] = await once(counting.stdout, 'data')
  const steps = Number(String(output))
  expect(steps).toBeGreaterThanOrEqual(100)
  let next = 1 - stride
  const worker = async () => {
    const own = newMachine({}, inMemory)
    while (next + stride <= steps) {
      next += stride
      await killedAt(own.home, next)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  expect(counts.old).toBeGreaterThan(30 / stride)
  expect(counts.new).toBeGreaterThan(5 / stride)
  await killedAt(home, 40)
  expect(await syncTeam(thisMachine({ home }), testTeam)).toMatchObject({ state: 'updated', revision: 2 })
  expect(checkSet(home)).toBe('good')
}, 600_000)

test('processes that sync at the same time take turns and leave a complete set, 50 times', async () => {
  const { server, home, machine } = await enrolledMachine({}, numberedRelease(1, 3), inMemory)
  for (let race = 2; race < 52; race += 1) {
    server.release(numberedRelease(race, race % 5))
    const children = race % 5 === 0 ? [startSync(home, 0), startSync(home, 0)] : []
    const results = await Promise.all([
      syncTeam(machine, testTeam),
      syncTeam(thisMachine({ home, limits: { keepSetMs: 0 } }), testTeam),
      ...children.map((child) => once(child, 'exit').then(([code]) => expect(code).toBe(0))),
    ])
    expect(results[0]).toMatchObject({ revision: race })
    expect(results[1]).toMatchObject({ revision: race })
    expect(checkSet(home)).toBe('good')
    expect(Object.keys(readInForce(home) ?? {})).toHaveLength((race % 5) + 2)
  }
}, 300_000)

test('the lock of a process that has ended is taken over', async () => {
  const { machine, paths, server } = await enrolledMachine({ lockMs: 2000 }, numberedRelease(1), inMemory)
  writeFileSync(paths.lock, `${ownMark().replace(/^\d+/, '999999999')}.dead`)
  server.release(numberedRelease(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated' })
  writeFileSync(paths.lock, `${ownMark().replace(/^\d+/, String(process.ppid))}.alive`)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'busy' } })
})
