/** Step: hand what happened to every sink. Never throws: a log that cannot be written must not change a decision. */
import type { Effect, Event, HookRecord } from '../flow.ts'
import type { Sink } from '../ports.ts'

/** An event without a run leaves no record (CONTRACT §7). */
export function record(event: Event, effect: Effect, durationMs: number, sinks: readonly Sink[]): void {
  if (effect.runs.length === 0) return
  const { session_id } = event.input
  const made: HookRecord = {
    version: 1,
    id: event.id,
    at: event.at,
    ...(typeof session_id === 'string' ? { sessionId: session_id } : {}),
    effect,
    durationMs,
    ...(event.assumed === undefined ? {} : { assumed: event.assumed }),
  }
  for (const sink of sinks) {
    try {
      sink.write(made)
    } catch {
      // A sink that breaks its contract loses its own record only.
    }
  }
}
