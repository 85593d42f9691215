import type { EventName } from '@hookline/core/protocol'
import { expect, test } from 'vitest'
import type { EntryFacts, Execution, TestCase } from '../read/types.ts'
import { hasCounterpart, variantsOf } from './variants.ts'

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
const came = (entries: readonly EntryFacts[], failed = false): Execution => ({
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
  variantsOf(test, got, configured).map((variant) => variant.on)

test('every edition that has the event and reads the keys takes part', () => {
  expect(on(one('beforeShellExecution'), came([entry()]))).toEqual(['2.3', '2.4', '3'])
  expect(on(one('subagentStart'), came([entry()]))).toEqual(['claude', '2.4', '3'])
})

test('an edition that ignores a key the hook relies on is left out', () => {
  expect(on(one('beforeShellExecution'), came([entry({ keys: ['command', 'matcher'] })]))).toEqual(['2.4', '3'])
  expect(on(one('beforeShellExecution'), came([entry({ keys: ['command', 'timeout', 'name'] })]))).toContain('2.3')
})

test('failClosed is relied on only where a hook failed', () => {
  const closed = [entry({ keys: ['command', 'failClosed'] })]
  expect(on(one('beforeShellExecution'), came(closed))).toEqual(['2.3', '2.4', '3'])
  expect(on(one('beforeShellExecution'), came(closed, true))).toEqual(['3'])
})

test('entries of hookline.json are compared on no other edition', () =>
  expect(on(one('preToolUse'), came([entry({ own: true })]))).toEqual(['claude']))

test('an edition that would reject the file for another event is left out', () =>
  expect(on(one('beforeShellExecution'), came([entry()]), ['beforeShellExecution', 'sessionStart'])).toEqual([
    '2.4',
    '3',
  ]))

test('a hook that is not configured yet is read everywhere', () =>
  expect(on(one('beforeShellExecution'), came([entry({ source: 'inline', own: true })]), ['sessionStart'])).toEqual([
    '2.3',
    '2.4',
    '3',
  ]))

test('what only observes, and what nobody ran for, is not compared; what is declared always is', () => {
  expect(on(one('afterFileEdit'), came([entry()]))).toEqual([])
  expect(on(one('beforeShellExecution'), came([]))).toEqual([])
  expect(
    on(one('beforeShellExecution', { differs: { '2.3': 'allow' } }), came([entry({ keys: ['matcher'] })])),
  ).toContain('2.3')
})

test('a case that names its edition is compared with the default one too', () =>
  expect(on(one('beforeShellExecution', { edition: '3' }), came([entry()]))).toEqual(['2.3', '2.4', 'hookline']))

test('Claude Code has a counterpart of some events', () => {
  expect(hasCounterpart('claude', 'preToolUse')).toBe(true)
  expect(hasCounterpart('claude', 'beforeShellExecution')).toBe(false)
  expect(hasCounterpart('nobody', 'stop')).toBe(false)
})
