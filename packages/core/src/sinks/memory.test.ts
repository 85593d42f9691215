import { describe, expect, it } from 'vitest'
import type { HookRecord, Run } from '../flow.ts'
import { memorySink } from './memory.ts'

/** Every field that a run can have. A field that is missing here does not compile. */
const full: Required<Run> = {
  id: '1',
  // The sink reads nothing of it.
  entry: { id: 'user/stop/1' } as Run['entry'],
  look: 2,
  rewrittenBy: 'user/stop/2',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1.5,
  exitCode: 0,
  signal: 'SIGTERM',
  stdout: 'out',
  stderr: 'err',
  outcome: { kind: 'silent' },
  notes: ['cannot-block'],
  usage: { inputTokens: 1, outputTokens: 2 } as NonNullable<Run['usage']>,
  agentText: 'text',
  note: 'note',
  rule: 'shell-guard/rm-root',
  approved: { lasts: false },
  spanId: '00f067aa0ba902b7',
}
const always = ['id', 'entry', 'look', 'startedAt', 'durationMs', 'exitCode', 'stdout', 'stderr', 'outcome', 'notes']
const optional = Object.keys(full).filter((key) => !always.includes(key))

const record = (runs: readonly Run[]): HookRecord =>
  // The sink reads these fields alone.
  ({ effect: { event: 'stop', input: { a: 1 }, verdict: 'allow', runs } }) as unknown as HookRecord
const facts = { event: 'stop', input: { a: 1 }, verdict: 'allow' }

describe('memorySink', () => {
  it.each(optional)('keeps a run that has no more than %s', (key) => {
    const kept = Object.fromEntries(Object.entries(full).filter(([name]) => always.includes(name) || name === key))
    const sink = memorySink()
    // All fields that every run has are there.
    sink.write(record([kept as unknown as Run]))
    expect(sink.runs).toEqual([{ ...kept, ...facts }])
  })

  it('keeps the last 100, also of an event with more', () => {
    const sink = memorySink()
    for (const id of ['a', 'b'])
      sink.write(record(Array.from({ length: 150 }, (_, at) => ({ ...full, id: `${id}${at}` }))))
    expect(sink.runs.map((run) => run.id)).toEqual(Array.from({ length: 100 }, (_, at) => `b${at + 50}`))
  })
})
