/** A sink that keeps the last 100 runs in memory, oldest first (CONTRACT §7). */
import type { HookRecord, Run, Verdict } from '../flow.ts'
import type { Sink } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'

export type LoggedRun = Run & { readonly event: EventName; readonly input: unknown; readonly verdict: Verdict }

export function memorySink(limit = 100): Sink & { readonly runs: readonly LoggedRun[] } {
  const runs: LoggedRun[] = []
  return {
    name: 'memory',
    runs,
    write(record: HookRecord) {
      const { event, input, verdict } = record.effect
      // An event may have more runs than are kept.
      for (const run of record.effect.runs.slice(-limit)) runs.push(toLogged(run, event, input, verdict))
      if (runs.length > limit) runs.splice(0, runs.length - limit)
    },
  }
}

/** Usual runs are written out: to spread a thousand of them would take as long as to run a thousand rules. */
function toLogged(run: Run, event: EventName, input: unknown, verdict: Verdict): LoggedRun {
  if (run.exitCode === undefined || hasMore(run)) return { ...run, event, input, verdict }
  return {
    id: run.id,
    entry: run.entry,
    look: run.look,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    exitCode: run.exitCode,
    stdout: run.stdout,
    stderr: run.stderr,
    outcome: run.outcome,
    notes: run.notes,
    event,
    input,
    verdict,
  }
}

const hasMore = ({ signal, usage, agentText, note, rule, rewrittenBy, approved, spanId }: Run): boolean =>
  signal !== undefined ||
  usage !== undefined ||
  agentText !== undefined ||
  note !== undefined ||
  rule !== undefined ||
  rewrittenBy !== undefined ||
  approved !== undefined ||
  spanId !== undefined
