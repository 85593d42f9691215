/** Step: hand what happened to every sink. Never throws. */
import type { Effect, Event, HookRecord, SkipReason } from '../flow.ts'
import type { Sink } from '../ports.ts'

/** Reasons for a skip that a record must show, even if no hook ran. */
const recordedSkips: ReadonlySet<SkipReason> = new Set<SkipReason>([
  'untrusted',
  'changed',
  'break-glass',
  'paused',
  'busy',
])

/**
 * An event without a run leaves no record, unless a hook was skipped because it is not trusted, by break-glass, by a pause or because too many
 * run in the background, or a sink takes all (CONTRACT §7). Returns why the act must not go on, where settings ask for that and its record could not be written.
 */
export function record(
  event: Event,
  effect: Effect,
  durationMs: number,
  sinks: readonly Sink[],
  of?: string,
): string | undefined {
  const isRecorded = effect.runs.length > 0 || effect.plan.skipped.some(({ why }) => recordedSkips.has(why))
  const takers = isRecorded ? sinks : sinks.filter((sink) => sink.takesAll?.() === true)
  if (takers.length === 0) return undefined
  const { session_id } = event.input
  const made: HookRecord = {
    version: 1,
    id: event.id,
    at: event.at,
    ...(typeof session_id === 'string' ? { sessionId: session_id } : {}),
    effect,
    durationMs,
    ...(event.assumed === undefined ? {} : { assumed: event.assumed }),
    ...(of === undefined ? {} : { of }),
    ...(event.trace === undefined ? {} : { trace: event.trace }),
  }
  let unwritten: string | undefined
  for (const sink of takers) {
    try {
      sink.write(made)
      unwritten ??= sink.unwritten?.()
    } catch {
      // A sink that breaks its contract loses its own record only.
    }
  }
  return unwritten
}
