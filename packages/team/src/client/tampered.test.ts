/** Someone changed files of the client on this machine: it notices the change, and the next sync restores the files. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { claimSync, createTeamSets, nodeFiles } from '@hookline/core/team'
import { expect, test } from 'vitest'
import { deny, enrolledMachine, inMemory, newMachine, numberedRelease, readInForce } from '../testing/client.ts'
import { testTeam } from '../testing/signer.ts'
import { checkOwners } from './device/check-owners.ts'
import { clientPaths, thisMachine } from './device/machine.ts'
import { pendingNotices } from './device/notice.ts'
import { enroll } from './enroll.ts'
import { leave } from './leave.ts'
import { takeLock } from './lock.ts'
import { readInstalledSet, readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const checkSet = (home: string) => createTeamSets(nodeFiles, thisMachine({ home }).platform).check(testTeam).kind

test('a full sync restores a script that was changed together with its manifest', async () => {
  const { home, machine, paths } = await enrolledMachine()
  const set = join(paths.sets, readdirSync(paths.sets)[0] ?? '')
  const manifest = paths.manifest(basename(set))
  const evil = '#!/bin/sh\necho {}\n'
  writeFileSync(join(set, 'guard-1.sh'), evil)
  const original = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify({ ...original, files: { ...original.files, 'guard-1.sh': sha256(evil) } }))
  expect(checkSet(home)).toBe('good')
  expect(await syncTeam(machine, testTeam, { full: true })).toMatchObject({ state: 'updated', revision: 1 })
  expect(readInForce(home)?.['guard-1.sh']).toBe(deny('v1'))
  expect(await syncTeam(machine, testTeam, { full: true })).toMatchObject({ state: 'current', revision: 1 })
})

test('deleting the hooks and the record of them closes the gates until a sync restores them', async () => {
  const { home, machine, paths } = await enrolledMachine()
  chmodSync(join(paths.sets, readdirSync(paths.sets)[0] ?? ''), 0o700)
  rmSync(paths.directory, { recursive: true })
  rmSync(paths.installed)
  expect(createTeamSets(nodeFiles, machine.platform).installed()).toEqual([testTeam])
  expect(readTeamStatus(machine, testTeam)).toMatchObject({
    set: 'changed',
    setMessage: expect.stringContaining('missing'),
  })
  expect(readInstalledSet(machine, testTeam)).toContain('its hooks are missing')
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated' })
  expect(checkSet(home)).toBe('good')
})

test('after a kill before the status is saved, revision and notice come from the set in force', async () => {
  const { machine, home, server, paths } = await enrolledMachine({}, { version: 1, hooks: [] }, inMemory)
  server.release(numberedRelease(2))
  const stopping = thisMachine({
    home,
    before: (step) => {
      if (step === `draft ${paths.status}`) throw new Error('killed')
    },
  })
  await syncTeam(stopping, testTeam)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 2, hooks: 1, noticePending: true })
  expect(readInstalledSet(machine, testTeam)).toMatchObject({ revision: 2 })
  expect(pendingNotices(machine)).toMatchObject([{ hooks: 1 }])
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', revision: 2, hooks: 1 })
  expect(JSON.parse(readFileSync(paths.status, 'utf8'))).toMatchObject({ revision: 2, hooks: 1 })
})

test('an unreadable status is a failure, and the next sync writes it again', async () => {
  const { machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  writeFileSync(paths.status, `{"a":"${'x'.repeat(2 ** 20)}"}`)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ revision: 1, failure: { kind: 'local' } })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', revision: 1 })
  expect(readTeamStatus(machine, testTeam).failure).toBeUndefined()
})

test('file times in the future or a clock that was set back do not stop syncs', async () => {
  const { machine, paths, server, home } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const ahead = Date.now() / 1000 + 86_400
  utimesSync(paths.status, ahead, ahead)
  expect(claimSync(machine.platform)).toBe(true)
  expect(claimSync(machine.platform)).toBe(false)
  // The server reports no change, but the last verification is in the future, so the client verifies again.
  server.saysUnchanged = true
  const downloads: string[] = []
  server.alter = (path, body) => {
    downloads.push(path)
    return body
  }
  await syncTeam(machine, testTeam)
  expect(downloads).toEqual([])
  await syncTeam(thisMachine({ home, now: () => Date.now() - 86_400_000 }), testTeam)
  expect(downloads).toContain('metadata/timestamp.json')
})

test('a disk error during verification is a local failure and is not reported as an attack', async () => {
  const { machine, server, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  server.release(numberedRelease(2))
  const before = server.heartbeats.length
  // The download cannot be written, because its directory was removed.
  server.alter = (_, body) => {
    for (const name of readdirSync(paths.state))
      if (name.startsWith('verify-')) rmSync(join(paths.state, name), { recursive: true })
    return body
  }
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'local' } })
  expect(server.heartbeats.slice(before)).toEqual([])
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', revision: 1 })
})

test('a sync of another process waits for an enrolment and removes nothing', async () => {
  const { server } = await enrolledMachine({}, numberedRelease(1), inMemory)
  const { home, machine } = newMachine({}, inMemory)
  const paths = clientPaths(machine, testTeam)
  let other = ''
  const enrolling = thisMachine({
    home,
    before: (step) => {
      if (step === `draft ${paths.device}`) other = syncInProcess(home)
    },
  })
  const enrolment = await enroll(enrolling, { url: server.url, code: server.code })
  expect(other).toBe('kept busy')
  expect(enrolment.sync).toMatchObject({ state: 'updated', revision: 1 })
  expect(checkSet(home)).toBe('good')
})

/** Syncs in a separate process with a short wait for the lock. */
const syncInProcess = (home: string): string =>
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

test('a directory instead of the lock fails at once, and old drafts of locks are removed', async () => {
  const { machine, paths } = await enrolledMachine({}, numberedRelease(1), inMemory)
  writeFileSync(`${paths.lock}.999999999.0123456789abcdef`, '')
  await syncTeam(machine, testTeam)
  expect(readdirSync(paths.state).filter((name) => name.startsWith('lock'))).toEqual([])
  mkdirSync(paths.lock)
  await expect(takeLock(paths.lock, 600_000)).rejects.toMatchObject({
    kind: 'local',
    message: expect.stringContaining('is not a regular file'),
  })
  expect(readdirSync(paths.state).filter((name) => name.startsWith('lock'))).toEqual(['lock'])
})

test('files of another user stop the command before any change, and the message has the fix', async () => {
  const { home, machine, paths } = await enrolledMachine()
  const me = process.getuid?.() ?? 0
  expect(() => checkOwners(machine, paths, me)).not.toThrow()
  // For a different user id, these files belong to another user.
  expect(() => checkOwners(machine, paths, me + 1)).toThrow(
    `sudo chown -R "$(id -u)" ${paths.directory} ${paths.state}`,
  )
  if (me !== 0) return
  chownSync(home, 12_345, 12_345)
  const before = readInForce(home)
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'kept',
    failure: { kind: 'local', message: expect.stringContaining('without sudo') },
  })
  await expect(leave(machine, testTeam)).rejects.toThrow('without sudo')
  expect(readInForce(home)).toEqual(before)
  chownSync(home, 0, 0)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current' })
})

test.each<readonly [string, (paths: ReturnType<typeof clientPaths>) => void]>([
  ['the key', ({ device }) => writeFileSync(device, readFileSync(device, 'utf8').replace(/BEGIN/, 'NO'))],
  ['the root', ({ metadata }) => writeFileSync(join(metadata, 'root.json'), '')],
  ['all metadata', ({ metadata }) => rmSync(metadata, { recursive: true })],
])('if %s is damaged, the failure is local and the message has the fix', async (_, damage) => {
  const { machine, paths, server, home } = await enrolledMachine()
  damage(paths)
  const before = readInForce(home)
  const { state, failure } = await syncTeam(machine, testTeam, { full: true })
  expect([state, failure?.kind, failure?.message]).toEqual(['kept', 'local', expect.stringContaining('team logout')])
  expect(readInForce(home)).toEqual(before)
  expect(server.heartbeats.every(({ refused }) => refused === '')).toBe(true)
})
