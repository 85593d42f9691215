import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Entry } from '../../flow.ts'
import { applyDisabled, createDisabledStore, type Disabled } from './disabled.ts'

function store() {
  const home = mkdtempSync(join(tmpdir(), 'hookline-disabled-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return createDisabledStore({ system: 'linux', home, env: {} })
}
const at = '2026-01-01T00:00:00.000Z'

test('keeps disabled hooks in a file with mode 0600 until they expire or are enabled', () => {
  const off = store()
  expect(off.list(0)).toEqual([])
  off.add({ id: 'user/stop/00000001', at }, 0)
  off.add({ id: 'user/stop/00000002', until: 1000, at }, 0)
  expect(statSync(off.file).mode & 0o777).toBe(0o600)
  expect(off.list(999).map(({ id }) => id)).toEqual(['user/stop/00000001', 'user/stop/00000002'])
  expect(off.list(1000)).toEqual([{ id: 'user/stop/00000001', at }])
  expect(off.remove('user/stop/00000001', 0)).toBe(true)
  expect(off.remove('user/stop/00000001', 0)).toBe(false)
})

test('disabling again moves the end time, and expired items are removed', () => {
  const off = store()
  off.add({ id: 'a', until: 10 }, 0)
  off.add({ id: 'b', until: 5000 }, 20)
  off.add({ id: 'b', until: 9000 }, 20)
  expect(JSON.parse(readFileSync(off.file, 'utf8'))).toEqual({
    version: 1,
    disabled: [{ id: 'b', until: '1970-01-01T00:00:09.000Z' }],
  })
})

test('copies an unreadable file before writing a new one', () => {
  const off = store()
  off.add({ id: 'a' }, 0)
  writeFileSync(off.file, '{ broken')
  off.add({ id: 'b' }, 0)
  expect(off.list(0)).toEqual([{ id: 'b' }])
  expect(readdirSync(dirname(off.file)).some((name) => name.startsWith('disabled.json.unreadable-'))).toBe(true)
})

test('with a root a hook is disabled in that workspace only; without one, in all of them', () => {
  // applyDisabled reads only these fields of an entry.
  const entry = (root?: string) =>
    ({ id: 'project/stop/1', event: 'stop', origin: { source: 'project', own: false, ...(root && { root }) } }) as Entry
  const config = { entries: [entry('/a'), entry('/b')], byEvent: new Map(), problems: [] }
  const skipReasons = (item: Disabled) =>
    applyDisabled(config, { disabled: [item], problems: [] }, 0).entries.map((one) => one.held?.why)
  expect(skipReasons({ id: 'project/stop/1', root: '/a' })).toEqual(['disabled', undefined])
  expect(skipReasons({ id: 'project/stop/1' })).toEqual(['disabled', 'disabled'])
})

test('keeps and enables the same id separately for each workspace', () => {
  const off = store()
  off.add({ id: 'a', root: '/a' }, 0)
  off.add({ id: 'a', root: '/b' }, 0)
  off.add({ id: 'a', root: '/a', until: 1000 }, 0)
  expect(off.list(0)).toEqual([
    { id: 'a', root: '/b' },
    { id: 'a', root: '/a', until: 1000 },
  ])
  expect(off.remove('a', 0, '/a')).toBe(true)
  expect(off.list(0)).toEqual([{ id: 'a', root: '/b' }])
  expect(off.remove('a', 0)).toBe(true)
})
