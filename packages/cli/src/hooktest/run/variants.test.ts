import type { EventName } from '@hookline/core/protocol'
import { expect, test } from 'vitest'
import type { EntryFacts, Execution, TestCase } from '../read/types.ts'
import { hasCounterpart, listVariants } from './variants.ts'

const one = (event: EventName, over: Partial<TestCase> = {}): TestCase => ({
  name: 'x',
  event,
  input: {},
  files: {},
  env: {},
  edition: 'hookline',
  differs: {},
  line: 1,
  ...over,
})
const entry = (over: Partial<EntryFacts> = {}): EntryFacts => ({
  id: 'x',
  label: 'x',
  event: 'beforeShellExecution',
  source: 'project',
  own: false,
  keys: ['command'],
  ...over,
})
const execution = (entries: readonly EntryFacts[], failed = false): Execution => ({
  verdict: 'allow',
  kind: 'proceed',
  rule: 'reply',
  because: '',
  reply: {},
  runs: entries.map((entry) => ({
    entry,
    stdout: '',
    stderr: '',
    outcome: failed ? 'failed' : 'replied',
    ...(failed ? { failure: { code: 'exit', message: 'exit 1', policy: 'open' as const } } : {}),
    durationMs: 1,
  })),
  skipped: [],
  branches: {},
  files: {},
  durationMs: 1,
})
const on = (test: TestCase, got: Execution, configured: readonly EventName[] = []) =>
  listVariants(test, got, configured).map((variant) => variant.on)

test('lists every edition that has the event and reads the keys', () => {
  expect(on(one('beforeShellExecution'), execution([entry()]))).toEqual(['2.3', '2.4', '3'])
  expect(on(one('subagentStart'), execution([entry()]))).toEqual(['claude', '2.4', '3'])
})

test('leaves out an edition that ignores a key the hook relies on', () => {
  expect(on(one('beforeShellExecution'), execution([entry({ keys: ['command', 'matcher'] })]))).toEqual(['2.4', '3'])
  expect(on(one('beforeShellExecution'), execution([entry({ keys: ['command', 'timeout', 'name'] })]))).toContain('2.3')
})

test('failClosed counts only if a hook failed', () => {
  const closed = [entry({ keys: ['command', 'failClosed'] })]
  expect(on(one('beforeShellExecution'), execution(closed))).toEqual(['2.3', '2.4', '3'])
  expect(on(one('beforeShellExecution'), execution(closed, true))).toEqual(['3'])
})

test('entries of hookline.json are not compared with other editions', () =>
  expect(on(one('preToolUse'), execution([entry({ own: true })]))).toEqual(['claude']))

test('leaves out an edition that would reject the file because of another event', () =>
  expect(on(one('beforeShellExecution'), execution([entry()]), ['beforeShellExecution', 'sessionStart'])).toEqual([
    '2.4',
    '3',
  ]))

test('a hook that is not configured yet is compared with every edition', () =>
  expect(
    on(one('beforeShellExecution'), execution([entry({ source: 'inline', own: true })]), ['sessionStart']),
  ).toEqual(['2.3', '2.4', '3']))

test('observing events and events without a run are not compared, but declared differences always are', () => {
  expect(on(one('afterFileEdit'), execution([entry()]))).toEqual([])
  expect(on(one('beforeShellExecution'), execution([]))).toEqual([])
  expect(
    on(one('beforeShellExecution', { differs: { '2.3': 'allow' } }), execution([entry({ keys: ['matcher'] })])),
  ).toContain('2.3')
})

test('a case with an edition of its own is compared with the default edition too', () =>
  expect(on(one('beforeShellExecution', { edition: '3' }), execution([entry()]))).toEqual(['2.3', '2.4', 'hookline']))

test('Claude Code has a counterpart for some events', () => {
  expect(hasCounterpart('claude', 'preToolUse')).toBe(true)
  expect(hasCounterpart('claude', 'beforeShellExecution')).toBe(false)
  expect(hasCounterpart('unknown', 'stop')).toBe(false)
})
