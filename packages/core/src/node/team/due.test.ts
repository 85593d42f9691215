import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useScratch, write } from '../../testing/scratch.ts'
import { thisPlatform } from '../system/machine.ts'
import { claimSync } from './due.ts'
import { nextDelay, refreshEveryMs, refreshTeams, startRefreshing } from './refresh.ts'
import { teamPaths } from './sets.ts'

let home: string
useScratch((scratch) => {
  ;({ home } = scratch)
})
const id = 'hl_abcdefghij234567'
const minute = 60_000

test('a sync is due once in 30 minutes, for one caller only, and only in a team', () => {
  const platform = thisPlatform(home)
  const now = Date.now()
  expect(claimSync(platform, now)).toBe(false)
  write(join(teamPaths(platform, id).state, 'device.json'), {})
  expect(claimSync(platform, now)).toBe(true)
  expect(claimSync(platform, now)).toBe(false)
  expect(claimSync(platform, now + 31 * minute)).toBe(true)
  write(join(teamPaths(platform, id).state, 'status.json'), {})
  expect(claimSync(platform, now + 29 * minute)).toBe(false)
})

test('a sync is due if the last one seems to be in the future', () => {
  const platform = thisPlatform(home)
  const state = teamPaths(platform, id).state
  write(join(state, 'device.json'), {})
  write(join(state, 'status.json'), {})
  expect(claimSync(platform, Date.now() - 24 * 60 * minute)).toBe(true)
})

test('starts no sync if the state directory cannot be written', () => {
  const platform = thisPlatform(home)
  const state = teamPaths(platform, id).state
  write(join(state, 'device.json'), {})
  mkdirSync(join(state, 'asked'))
  utimesSync(join(state, 'asked'), 0, 0)
  expect([claimSync(platform), claimSync(platform)]).toEqual([false, false])
})

test('the delay is 30 minutes ±10 %; after errors it doubles from one minute up to that', () => {
  expect([0, 1].map((end) => Math.round(nextDelay(0, () => end)))).toEqual([27 * minute, 33 * minute])
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => Math.round(nextDelay(failures, () => 0.5) / minute))
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  expect(refreshEveryMs).toBe(1800_000)
})

test('loads nothing without a team; if the package is missing, the hooks stay', async () => {
  const platform = thisPlatform(home)
  const missing = () => Promise.reject(new Error('not installed'))
  expect(await refreshTeams(platform, missing)).toEqual([])
  write(join(teamPaths(platform, id).state, 'device.json'), {})
  expect(await refreshTeams(platform, missing)).toEqual([{ team: id, state: 'kept', message: 'not installed' }])
})

test('refreshes at once, and not again after it is stopped', async () => {
  let count = 0
  const stop = startRefreshing(async () => {
    count += 1
    return []
  })
  await expect.poll(() => count).toBe(1)
  stop()
})
