/** What somebody on this machine did to what a sync keeps: it is seen, and the next sync mends it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { claimSync, nodeFiles, teamSets } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { deny, enrolled, inForce, inMemory, newMachine, numbered } from '../testing/client.ts'
import { testTeam } from '../testing/signer.ts'
import { enroll } from './enroll.ts'
import { leave } from './leave.ts'
import { takeLock } from './lock.ts'
import { placesOf, thisMachine } from './machine.ts'
import { pendingNotices } from './notice.ts'
import { refuseOthers } from './own-files.ts'
import { installedSet, teamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const checkOf = (home: string) => teamSets(nodeFiles, thisMachine({ home }).platform).check(testTeam).kind

test('a script and its manifest changed together are put back by a sync that looks at what was signed', async () => {
  const { home, machine, places } = await enrolled()
  const set = join(places.sets, readdirSync(places.sets)[0] ?? '')
  const manifest = places.manifest(basename(set))
  const evil = '#!/bin/sh\necho {}\n'
  writeFileSync(join(set, 'guard-1.sh'), evil)
  const kept = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify({ ...kept, files: { ...kept.files, 'guard-1.sh': sha256(evil) } }))
  expect(checkOf(home)).toBe('good')
  expect(await syncTeam(machine, testTeam, { whole: true })).toMatchObject({ state: 'updated', revision: 1 })
  expect(inForce(home)?.['guard-1.sh']).toBe(deny('v1'))
  expect(await syncTeam(machine, testTeam, { whole: true })).toMatchObject({ state: 'current', revision: 1 })
})

test('hooks taken away with the word that they were there close the gates, until a sync has put them back', async () => {
  const { home, machine, places } = await enrolled()
  chmodSync(join(places.sets, readdirSync(places.sets)[0] ?? ''), 0o700)
  rmSync(places.directory, { recursive: true })
  rmSync(places.installed)
  expect(teamSets(nodeFiles, machine.platform).installed()).toEqual([testTeam])
  expect(teamStatus(machine, testTeam)).toMatchObject({ set: 'changed', setMessage: expect.stringContaining('there') })
  expect(installedSet(machine, testTeam)).toContain('no longer there')
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated' })
  expect(checkOf(home)).toBe('good')
})

test('killed after the switch, before the status: the set in force says which it is, and the person is told', async () => {
  const { machine, home, server, places } = await enrolled({}, { version: 1, hooks: [] }, inMemory)
  server.release(numbered(2))
  const stopping = thisMachine({
    home,
    before: (step) => {
      if (step === `draft ${places.status}`) throw new Error('killed')
    },
  })
  await syncTeam(stopping, testTeam)
  expect(teamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 2, hooks: 1, noticePending: true })
  expect(installedSet(machine, testTeam)).toMatchObject({ revision: 2 })
  expect(pendingNotices(machine)).toMatchObject([{ hooks: 1 }])
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', revision: 2, hooks: 1 })
  expect(JSON.parse(readFileSync(places.status, 'utf8'))).toMatchObject({ revision: 2, hooks: 1 })
})

test('a status that cannot be read is a failure, and the next sync writes it anew', async () => {
  const { machine, places } = await enrolled({}, numbered(1), inMemory)
  writeFileSync(places.status, `{"a":"${'x'.repeat(2 ** 20)}"}`)
  expect(teamStatus(machine, testTeam)).toMatchObject({ revision: 1, failure: { kind: 'local' } })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', revision: 1 })
  expect(teamStatus(machine, testTeam).failure).toBeUndefined()
})

test('files with times ahead, or a clock that was set back, do not end the syncs', async () => {
  const { machine, places, server, home } = await enrolled({}, numbered(1), inMemory)
  const ahead = Date.now() / 1000 + 86_400
  utimesSync(places.status, ahead, ahead)
  expect(claimSync(machine.platform)).toBe(true)
  expect(claimSync(machine.platform)).toBe(false)
  // Unchanged, says the server; what was verified "tomorrow" is looked at all the same.
  server.saysUnchanged = true
  const asked: string[] = []
  server.alter = (path, body) => {
    asked.push(path)
    return body
  }
  await syncTeam(machine, testTeam)
  expect(asked).toEqual([])
  await syncTeam(thisMachine({ home, now: () => Date.now() - 86_400_000 }), testTeam)
  expect(asked).toContain('metadata/timestamp.json')
})

test('a disk that refuses while something is verified is said to be that, and is no attack that is reported', async () => {
  const { machine, server, places } = await enrolled({}, numbered(1), inMemory)
  server.release(numbered(2))
  const before = server.heartbeats.length
  // What is asked for cannot be written: its place is gone.
  server.alter = (_, body) => {
    for (const name of readdirSync(places.state))
      if (name.startsWith('verify-')) rmSync(join(places.state, name), { recursive: true })
    return body
  }
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'local' } })
  expect(server.heartbeats.slice(before)).toEqual([])
  expect(teamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 1 })
})

test('a sync of another process waits for an enrolment, and takes nothing away', async () => {
  const { server } = await enrolled({}, numbered(1), inMemory)
  const { home, machine } = newMachine({}, inMemory)
  const places = placesOf(machine, testTeam)
  let other = ''
  const enrolling = thisMachine({
    home,
    before: (step) => {
      if (step === `draft ${places.device}`) other = syncElsewhere(home)
    },
  })
  const joined = await enroll(enrolling, { url: server.url, code: server.code })
  expect(other).toBe('kept busy')
  expect(joined.sync).toMatchObject({ state: 'updated', revision: 1 })
  expect(checkOf(home)).toBe('good')
})

/** By a process of its own, which does not wait long. */
const syncElsewhere = (home: string): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { syncTeam, thisMachine } from '@hookline/team/client'
       const machine = thisMachine({ home: ${JSON.stringify(home)}, limits: { lockMs: 100 } })
       const { state, failure } = await syncTeam(machine, '${testTeam}')
       process.stdout.write(state + ' ' + failure?.kind)`,
    ],
    { cwd: import.meta.dirname, encoding: 'utf8' },
  )

test('what is no lock is said at once, and drafts of locks that were left are removed', async () => {
  const { machine, places } = await enrolled({}, numbered(1), inMemory)
  writeFileSync(`${places.lock}.999999999.0123456789abcdef`, '')
  await syncTeam(machine, testTeam)
  expect(readdirSync(places.state).filter((name) => name.startsWith('lock'))).toEqual([])
  mkdirSync(places.lock)
  await expect(takeLock(places.lock, 600_000)).rejects.toMatchObject({
    kind: 'local',
    message: expect.stringContaining('is no file'),
  })
  expect(readdirSync(places.state).filter((name) => name.startsWith('lock'))).toEqual(['lock'])
})

test('files of another user are said before anything is changed, with what to do', async () => {
  const { home, machine, places } = await enrolled()
  const me = process.getuid?.() ?? 0
  expect(() => refuseOthers(machine, places, me)).not.toThrow()
  // Seen by somebody else these are another user's.
  expect(() => refuseOthers(machine, places, me + 1)).toThrow(
    `sudo chown -R "$(id -u)" ${places.directory} ${places.state}`,
  )
  if (me !== 0) return
  chownSync(home, 12_345, 12_345)
  const before = inForce(home)
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'kept',
    failure: { kind: 'local', message: expect.stringContaining('without sudo') },
  })
  await expect(leave(machine, testTeam)).rejects.toThrow('without sudo')
  expect(inForce(home)).toEqual(before)
  chownSync(home, 0, 0)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current' })
})

test.each<readonly [string, (places: ReturnType<typeof placesOf>) => void]>([
  ['the key', ({ device }) => writeFileSync(device, readFileSync(device, 'utf8').replace(/BEGIN/, 'NO'))],
  ['the root', ({ metadata }) => writeFileSync(join(metadata, 'root.json'), '')],
  ['all metadata', ({ metadata }) => rmSync(metadata, { recursive: true })],
])('%s damaged: it is this disk’s fault, and what to do is said', async (_, damage) => {
  const { machine, places, server, home } = await enrolled()
  damage(places)
  const before = inForce(home)
  const { state, failure } = await syncTeam(machine, testTeam, { whole: true })
  expect([state, failure?.kind, failure?.message]).toEqual(['kept', 'local', expect.stringContaining('team logout')])
  expect(inForce(home)).toEqual(before)
  expect(server.heartbeats.every(({ refused }) => refused === '')).toBe(true)
})
