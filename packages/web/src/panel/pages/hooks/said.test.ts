import { describe, expect, test } from 'vitest'
import type { Hook } from '../../../wire/panel.ts'
import { countOf, shown, sourcesOf } from './filter.ts'
import { changedSince, matchedSaid, neverMatched, placeSaid, runsSaid, timeoutSaid, timesSaid } from './said.ts'

const recent = { tried: 100, matched: 7, runs: 7, failures: 0 }
const hook = (part: Partial<Hook>): Hook => ({
  id: part.name ?? 'h',
  event: 'gate',
  label: 'h',
  name: 'h',
  type: 'command',
  source: 'project',
  own: false,
  timeoutMs: 30_000,
  monitor: false,
  trust: 'trusted',
  state: 'runs',
  recent,
  proved: { is: true, text: '' },
  canDisable: true,
  ...part,
})

describe('what is said of a hook', () => {
  test('how many it would match; that it never matched; that nothing was there to match', () => {
    expect(matchedSaid({ recent, event: 'gate' })).toBe('would match 7 of the last 100')
    expect(matchedSaid({ recent: { ...recent, matched: 0 }, event: 'gate' })).toBe('never matched: 0 of the last 100')
    expect(matchedSaid({ recent: { ...recent, tried: 0, matched: 0 }, event: 'gate' })).toBe('no gate was recorded yet')
    expect(neverMatched(hook({ recent: { ...recent, matched: 0 } }))).toBe(true)
    expect(neverMatched(hook({ recent: { ...recent, tried: 0, matched: 0 } }))).toBe(false)
  })

  test('figures only where there are some', () => {
    expect(timesSaid({ recent })).toBeUndefined()
    expect(timesSaid({ recent: { ...recent, p50: 4.25, p95: 12.4 } })).toBe('4.3 ms / 12 ms')
    expect(runsSaid({ recent: { ...recent, runs: 0 } })).toBe('has not run')
  })

  test('its place is seen from the workspace', () => {
    expect(placeSaid({ file: '/w/.cursor/hooks.json', line: 4 }, '/w')).toBe('.cursor/hooks.json:4')
    expect(placeSaid({ file: '/world/hooks.json' }, '/w')).toBe('/world/hooks.json')
  })

  test('a file newer than the last run is changed since; one that never ran is not', () => {
    const lastRunAt = '2026-01-01T10:00:00.000Z'
    expect(changedSince({ changedAt: '2026-01-01T11:00:00.000Z', recent: { ...recent, lastRunAt } })).toBe(true)
    expect(changedSince({ changedAt: '2026-01-01T09:00:00.000Z', recent: { ...recent, lastRunAt } })).toBe(false)
    expect(changedSince({ changedAt: '2026-01-01T09:00:00.000Z', recent })).toBe(false)
  })

  test('a timeout is in seconds where it is whole ones', () => {
    expect([timeoutSaid(30_000), timeoutSaid(1500)]).toEqual(['30 s', '1,500 ms'])
  })
})

describe('which hooks are shown', () => {
  const groups = [
    {
      event: 'gate',
      doc: '',
      hooks: [hook({ name: 'guard.sh', matcher: 'rm' }), hook({ name: 'audit', source: 'user' })],
    },
    { event: 'end', doc: '', hooks: [hook({ name: 'notify', event: 'end', state: 'held' })] },
  ]
  const names = (text: string, source: string | null = null, state: string | null = null) =>
    shown(groups, { text, source, state }).flatMap(({ hooks }) => hooks.map(({ name }) => name))

  test('every word must be somewhere in it, in any case', () => {
    expect(names('GUARD rm')).toEqual(['guard.sh'])
    expect(names('guard end')).toEqual([])
    expect(names('')).toEqual(['guard.sh', 'audit', 'notify'])
  })

  test('source and state narrow it, and an empty group is not shown', () => {
    expect(names('', 'user')).toEqual(['audit'])
    expect(shown(groups, { text: '', source: null, state: 'held' }).map(({ event }) => event)).toEqual(['end'])
    expect(sourcesOf(groups)).toEqual(['project', 'user'])
    expect(countOf(groups)).toBe(3)
  })
})
