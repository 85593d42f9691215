import type { LogRecord } from '@hookline/core/node'
import { expect, it } from 'vitest'
import { styleFor } from '../text/style.ts'
import { eventLines } from './line.ts'

/** A deny by a hook with this name. */
const denied = (label: string): LogRecord =>
  ({
    id: 'mwm9efx5-016ej2cq',
    at: '2026-11-18T15:11:31.097Z',
    event: 'beforeShellExecution',
    verdict: 'deny',
    kind: 'refuse',
    failures: 0,
    durationMs: 99,
    because: { rule: 'reply', message: '', entries: ['a'] },
    host: { name: 'claude', surface: 'agent' },
    input: { command: 'git push -f origin a-branch' },
    reply: {},
    messages: {},
    skipped: [],
    runs: [{ entry: { id: 'a', label }, outcome: { kind: 'replied' }, notes: [] }],
  }) as unknown as LogRecord
const style = styleFor({ write: () => undefined }, {})

it.each([80, 100, 120])('the line of an event fits %i columns; where there is no room, it has no time', (columns) => {
  const [short = ''] = eventLines(denied('guard.sh'), style, columns)
  expect(short.length).toBeLessThanOrEqual(columns)
  expect(short).toContain('99 ms')
  const [long = ''] = eventLines(denied('shell-guard/force-push'), style, columns)
  expect(long.length).toBeLessThanOrEqual(columns)
  expect(long.includes('99 ms')).toBe(columns > 100)
})
