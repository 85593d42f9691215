/** Whoever is killed leaves the old set or the new one, and two at once leave one of them whole (SAFETY C3, C7). */
import { once } from 'node:events'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { nodeFiles, teamSets } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { enrolled, inForce, inMemory, newMachine, numbered } from '../testing/client.ts'
import { syncing } from '../testing/killed.ts'
import { testTeam } from '../testing/signer.ts'
import { thisMachine } from './machine.ts'
import { syncTeam } from './sync.ts'

const checkOf = (home: string) => teamSets(nodeFiles, thisMachine({ home }).platform).check(testTeam).kind

test('an update killed at each of its steps: old or new, never mixed, and the next sync completes it', async () => {
  const bench = await enrolled({}, numbered(1, 34), inMemory)
  const old = inForce(bench.home)
  bench.server.release(numbered(2, 40))
  const seen = { old: 0, new: 0 }
  const begin = (home: string) => {
    rmSync(home, { recursive: true, force: true })
    cpSync(bench.home, home, { recursive: true, verbatimSymlinks: true })
  }
  const killedAt = async (home: string, step: number) => {
    begin(home)
    const [, signal] = await once(syncing(home, step), 'exit')
    expect([step, signal, checkOf(home)]).toEqual([step, 'SIGKILL', 'good'])
    const found = inForce(home)
    const isOld = JSON.stringify(found) === JSON.stringify(old)
    seen[isOld ? 'old' : 'new'] += 1
    if (isOld) return
    expect(JSON.stringify(found), `step ${step}`).not.toContain('v1')
    expect(Object.keys(found ?? {}), `step ${step}`).toHaveLength(42)
  }
  const { home } = newMachine({}, inMemory)
  begin(home)
  const counting = syncing(home, 0)
  const [said] = await once(counting.stdout, 'data')
  const steps = Number(String(said))
  expect(steps).toBeGreaterThanOrEqual(100)
  let next = 0
  const worker = async () => {
    const own = newMachine({}, inMemory)
    while (next < steps) await killedAt(own.home, ++next)
  }
  await Promise.all([worker(), worker(), worker()])
  expect(seen.old).toBeGreaterThan(30)
  expect(seen.new).toBeGreaterThan(5)
  await killedAt(home, 40)
  expect(await syncTeam(thisMachine({ home }), testTeam)).toMatchObject({ state: 'updated', revision: 2 })
  expect(checkOf(home)).toBe('good')
}, 600_000)

test('processes that sync at once: one after the other, no torn set, 50 times', async () => {
  const { server, home, machine } = await enrolled({}, numbered(1, 3), inMemory)
  for (let race = 2; race < 52; race += 1) {
    server.release(numbered(race, race % 5))
    const children = race % 5 === 0 ? [syncing(home, 0), syncing(home, 0)] : []
    const results = await Promise.all([
      syncTeam(machine, testTeam),
      syncTeam(thisMachine({ home, limits: { keepSetMs: 0 } }), testTeam),
      ...children.map((child) => once(child, 'exit').then(([code]) => expect(code).toBe(0))),
    ])
    expect(results[0]).toMatchObject({ revision: race })
    expect(results[1]).toMatchObject({ revision: race })
    expect(checkOf(home)).toBe('good')
    expect(Object.keys(inForce(home) ?? {})).toHaveLength((race % 5) + 2)
  }
}, 300_000)

test('a lock of a process that is gone is taken over', async () => {
  const { machine, places, server } = await enrolled({ lockMs: 2000 }, numbered(1), inMemory)
  writeFileSync(places.lock, '999999999.dead')
  server.release(numbered(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated' })
  writeFileSync(places.lock, `${process.ppid}.alive`)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'busy' } })
})
