import { claude, cursor } from '@hookline/core/dialects'
import type { Entry } from '@hookline/core/node'
import { eventNames } from '@hookline/core/protocol'
import { describe, expect, it } from 'vitest'
import { timeFor } from './patience.ts'

const call = (source: string, timeout?: number, more: object = {}): Entry =>
  ({
    event: 'beforeSubmitPrompt',
    command: 'hookline run --host claude --installed || exit 2',
    origin: { source, own: false },
    trust: 'own',
    timeoutMs: (timeout ?? 60) * 1000,
    text: JSON.stringify(timeout === undefined ? {} : { timeout }),
    ...more,
  }) as unknown as Entry

describe('the time that run has', () => {
  it.each(eventNames)('is shorter than what an agent waits at %s', (event) => {
    for (const host of [claude, cursor])
      expect(timeFor(host, event, [])).toBeLessThan(host.patienceMs?.(event) as number)
  })

  it('is that of the event in the table of the agent', () => {
    expect(timeFor(claude, 'beforeSubmitPrompt', [])).toBe(25_000)
    expect(timeFor(claude, 'sessionEnd', [])).toBe(1_200)
    expect(timeFor(claude, 'preToolUse', [])).toBe(595_000)
    expect(timeFor(cursor, 'preToolUse', [])).toBe(55_000)
  })

  it('follows the timeout of the entry, and the shortest of several', () => {
    const of = (...entries: readonly Entry[]) => timeFor(claude, 'beforeSubmitPrompt', entries)
    expect(of(call('claude-user', 65))).toBe(60_000)
    expect(of(call('claude-user', 1))).toBe(800)
    expect(of(call('claude-user', 65), call('claude-project', 10, { trust: 'trusted' }))).toBe(8_000)
    expect(of(call('claude-user'))).toBe(25_000)
  })

  it('does not follow entries that did not start it, or that are not trusted', () => {
    const of = (entry: Entry) => timeFor(claude, 'beforeSubmitPrompt', [entry])
    expect(of(call('claude-project', 0.1, { trust: 'untrusted' }))).toBe(25_000)
    expect(of(call('claude-project', 0.1, { trust: 'changed' }))).toBe(25_000)
    expect(of(call('user', 0.1))).toBe(25_000)
    expect(of(call('claude-user', 0.1, { command: './guard.sh' }))).toBe(25_000)
    expect(of(call('claude-user', 0.1, { event: 'stop' }))).toBe(25_000)
  })
})
