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
      for (const run of record.effect.runs) runs.push({ ...run, event, input, verdict })
      if (runs.length > limit) runs.splice(0, runs.length - limit)
    },
  }
}
