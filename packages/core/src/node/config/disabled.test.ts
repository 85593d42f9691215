import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Entry, Settings } from '../../flow.ts'
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

test('a managed hook is turned off only where its source allows it, with a reason and for at most an hour', () => {
  const minute = 60_000
  const now = Date.parse(at)
  const entry = (source: 'enterprise' | 'team', file: string) =>
    ({ id: `${source}/stop/1`, event: 'stop', origin: { source, own: true, file } }) as unknown as Entry
  const setting = (source: 'enterprise' | 'team', file: string, breakGlass: unknown = true) => ({
    source,
    file,
    values: { breakGlass },
  })
  const whyOff = (one: Entry, settings: readonly Settings[], item: Partial<Disabled> = {}) => {
    const disabled = [{ id: one.id, at, until: now + 30 * minute, reason: 'it blocks a release', ...item }]
    const config = { entries: [one], byEvent: new Map(), problems: [], settings }
    return applyDisabled(config, { disabled, problems: [] }, now + minute).entries[0]?.held?.why
  }
  const enterprise = entry('enterprise', '/etc/cursor/hooks.json')
  const team = entry('team', '/t/a.json')
  const allowed = [setting('enterprise', '/etc/hookline/hookline.json')]
  expect(whyOff(enterprise, allowed)).toBe('break-glass')
  expect(whyOff(team, [setting('team', '/t/a.json')])).toBe('break-glass')
  const reasons = [
    whyOff(enterprise, []),
    whyOff(enterprise, [setting('enterprise', '/e', 'yes')]),
    whyOff(enterprise, [setting('team', '/t/a.json')]),
    whyOff(enterprise, [{ ...setting('enterprise', '/tmp/hookline.json'), onlyAdds: true }]),
    whyOff(team, allowed),
    whyOff(team, [setting('team', '/t/b.json')]),
    whyOff(enterprise, allowed, { reason: ' ' }),
    whyOff(enterprise, allowed, { until: now + 61 * minute }),
    whyOff(enterprise, allowed, { at: 'then' }),
    // Made in the future: the clock was set back.
    whyOff(enterprise, allowed, { at: new Date(now + 5 * minute).toISOString() }),
    whyOff({ ...enterprise, broken: { message: 'a closed gate' } }, allowed),
  ]
  expect(reasons).toEqual(reasons.map(() => undefined))
})
