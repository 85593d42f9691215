import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newSession } from '../steps/session.ts'
import { diskSessions } from './sessions.ts'

const made: string[] = []
const directory = () => {
  made.push(mkdtempSync(join(tmpdir(), 'hookline-sessions-')))
  return join(made.at(-1) ?? '', 'sessions')
}
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true })
})
const session = {
  ...newSession('c1'),
  loops: { stop: 2 },
  env: [{ source: 'project' as const, name: 'A', value: 'b' }],
}

test('a session saved by one process is read by the next', () => {
  const at = directory()
  diskSessions(at).save(session)
  expect(diskSessions(at).of('c1')).toEqual(session)
})

test('an unknown conversation is a new session', () => {
  expect(diskSessions(directory()).of('c2')).toEqual(newSession('c2'))
})

test('files are readable by their owner only, for any id', () => {
  const at = directory()
  diskSessions(at).save(newSession('../../etc/passwd'))
  const [name] = readdirSync(at)
  expect(name).toMatch(/^[0-9a-f]{64}\.json$/)
  expect(statSync(join(at, name ?? '')).mode & 0o777).toBe(0o600)
  expect(statSync(at).mode & 0o777).toBe(0o700)
})

test('a session is new after seven days, after its end, or if its file is broken', () => {
  const at = directory()
  const sessions = diskSessions(at)
  sessions.save(session)
  const file = join(at, readdirSync(at)[0] ?? '')
  writeFileSync(file, '{"id":"c1","env":"x"}')
  expect(sessions.of('c1')).toEqual(newSession('c1'))
  sessions.save(session)
  const old = Date.now() / 1000 - 8 * 24 * 3600
  utimesSync(file, old, old)
  expect(sessions.of('c1')).toEqual(newSession('c1'))
  sessions.save(newSession('c9'))
  expect(readdirSync(at)).toHaveLength(1)
  sessions.end('c9')
  expect(readdirSync(at)).toEqual([])
})

test('a directory that cannot be written loses the session without throwing', () => {
  const sessions = diskSessions('/dev/null/nowhere')
  sessions.save(session)
  sessions.end('c1')
  expect(sessions.of('c1')).toEqual(newSession('c1'))
})

test('an id that is a UUID is the name of its file', () => {
  const at = directory()
  const id = '0b8f1c1e-2a5d-4c7e-9a3b-5d6e7f8a9b0c'
  diskSessions(at).save({ ...session, id })
  expect(readdirSync(at)).toEqual([`${id}.json`])
  expect(diskSessions(at).of(id)).toEqual({ ...session, id })
})
