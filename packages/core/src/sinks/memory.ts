/** A sink that keeps the last 100 runs in memory, oldest first (CONTRACT §7). */
import type { HookRecord, Run, Verdict } from '../flow.ts'
import type { Sink } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'

/** What the runs of one event share. */
interface LoggedFacts {
  readonly event: EventName
  readonly input: unknown
  readonly verdict: Verdict
}
export type LoggedRun = Run & LoggedFacts

/** Reads what is kept now. */
export interface MemoryLog {
  readonly runs: readonly LoggedRun[]
}

export function memorySink(limit = 100): Sink & MemoryLog {
  // As events gave them: they are seldom read, and an event may have a thousand.
  const kept: { readonly facts: LoggedFacts; readonly runs: readonly Run[] }[] = []
  let count = 0
  return {
    name: 'memory',
    get runs() {
      return kept.flatMap(({ facts, runs }) => runs.map((run) => ({ ...run, ...facts }))).slice(-limit)
    },
    write({ effect }: HookRecord) {
      const { event, input, verdict, runs } = effect
      if (runs.length === 0) return
      kept.push({ facts: { event, input, verdict }, runs })
      count += runs.length
      for (let [first] = kept; first !== undefined && count - first.runs.length >= limit; [first] = kept) {
        count -= first.runs.length
        kept.shift()
      }
    },
  }
}
