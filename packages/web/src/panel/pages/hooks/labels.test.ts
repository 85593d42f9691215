import { describe, expect, test } from 'vitest'
import type { Hook } from '../../../wire/panel.ts'
import { countOf, filterGroups, isFiltered, noFilter, sourcesOf, withoutCalls } from './filter.ts'
import {
  describeMatches,
  describeRuns,
  describeTimes,
  formatLocation,
  formatTimeout,
  hasChangedSinceRun,
  hasNeverMatched,
} from './labels.ts'

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

describe('labels of a hook', () => {
  test('the matches label covers matches, no matches and no recorded events', () => {
    expect(describeMatches({ recent, event: 'gate' })).toBe('would match 7 of the last 100')
    expect(describeMatches({ recent: { ...recent, matched: 0 }, event: 'gate' })).toBe(
      'never matched: 0 of the last 100',
    )
    expect(describeMatches({ recent: { ...recent, tried: 0, matched: 0 }, event: 'gate' })).toBe('no gate recorded yet')
    expect(hasNeverMatched(hook({ recent: { ...recent, matched: 0 } }))).toBe(true)
    expect(hasNeverMatched(hook({ recent: { ...recent, tried: 0, matched: 0 } }))).toBe(false)
  })

  test('times are shown only if there are some', () => {
    expect(describeTimes({ recent })).toBeUndefined()
    expect(describeTimes({ recent: { ...recent, p50: 4.25, p95: 12.4 } })).toBe('4.3 ms / 12 ms')
    expect(describeRuns({ recent: { ...recent, runs: 0 } })).toBe('has not run')
  })

  test('the location is relative to the workspace', () => {
    expect(formatLocation({ file: '/w/.cursor/hooks.json', line: 4 }, '/w')).toBe('.cursor/hooks.json:4')
    expect(formatLocation({ file: '/world/hooks.json' }, '/w')).toBe('/world/hooks.json')
  })

  test('a hook has changed since its run only if its file is newer than the last run', () => {
    const lastRunAt = '2026-01-01T10:00:00.000Z'
    expect(hasChangedSinceRun({ changedAt: '2026-01-01T11:00:00.000Z', recent: { ...recent, lastRunAt } })).toBe(true)
    expect(hasChangedSinceRun({ changedAt: '2026-01-01T09:00:00.000Z', recent: { ...recent, lastRunAt } })).toBe(false)
    expect(hasChangedSinceRun({ changedAt: '2026-01-01T09:00:00.000Z', recent })).toBe(false)
  })

  test('a timeout of whole seconds is shown in seconds', () => {
    expect([formatTimeout(30_000), formatTimeout(1500)]).toEqual(['30 s', '1,500 ms'])
  })
})

describe('the filter', () => {
  const groups = [
    {
      event: 'gate',
      doc: '',
      hooks: [hook({ name: 'guard.sh', matcher: 'rm' }), hook({ name: 'audit', source: 'user' })],
    },
    { event: 'end', doc: '', hooks: [hook({ name: 'notify', event: 'end', state: 'skipped' })] },
  ]
  const names = (text: string, source = '', state = '') =>
    filterGroups(groups, { text, source, state }).flatMap(({ hooks }) => hooks.map(({ name }) => name))

  test('every word must occur, in any case', () => {
    expect(names('GUARD rm')).toEqual(['guard.sh'])
    expect(names('guard end')).toEqual([])
    expect(names('')).toEqual(['guard.sh', 'audit', 'notify'])
  })

  test('source and state filter hooks, and empty groups are hidden', () => {
    expect(names('', 'user')).toEqual(['audit'])
    expect(filterGroups(groups, { text: '', source: '', state: 'skipped' }).map(({ event }) => event)).toEqual(['end'])
    expect(sourcesOf(groups)).toEqual(['project', 'user'])
    expect(countOf(groups)).toBe(3)
  })

  test('calls of Hookline are no hooks, and a filter finds them', () => {
    const call = { event: 'start', doc: '', hooks: [hook({ name: 'hookline', state: 'call' })] }
    const all = [...groups, call]
    expect(withoutCalls(all)).toEqual(groups)
    expect(isFiltered(noFilter)).toBe(false)
    expect(isFiltered({ ...noFilter, state: 'call' })).toBe(true)
    expect(filterGroups(all, { ...noFilter, state: 'call' })).toEqual([call])
  })
})
