/** Step: starts the hooks that an event does not wait for, within limits, and says what became of them (CONTRACT §5). */
import type { BackgroundWork, Effect, Entry, Event, Plan, Run, Session, Skipped } from '../flow.ts'
import { withoutRuns } from './shared/fallback.ts'

/** Starts hooks in the background. False: it cannot, because too many run already or because the system does not let it. */
export type StartBackground = (entries: readonly Entry[], work: BackgroundWork) => boolean | Promise<boolean>

/** Of one event. */
const MAX_PER_EVENT = 8

/** The plan without the hooks that run in the background, which are started here. */
export async function startBackground(
  event: Event,
  plan: Plan,
  session: Session | undefined,
  start: StartBackground,
): Promise<Plan> {
  const found = plan.entries.filter(isBackground)
  if (found.length === 0 || session === undefined) return plan
  const started = found.slice(0, MAX_PER_EVENT)
  const isStarted = await start(started, toWork(event, started, session))
  const tooMany = `more than ${MAX_PER_EVENT} hooks of this event would run in the background`
  const busy = 'too many hooks run in the background already, or none can be started'
  const skipped: readonly Skipped[] = [
    ...(isStarted ? [] : started.map((entry) => skip(entry, busy))),
    ...found.slice(MAX_PER_EVENT).map((entry) => skip(entry, tooMany)),
  ]
  return {
    ...plan,
    entries: plan.entries.filter((entry) => !isBackground(entry)),
    skipped: [...plan.skipped, ...skipped],
    ...(isStarted ? { background: started, notes: [...(plan.notes ?? []), `background:${started.length}`] } : {}),
  }
}

/** A closed gate is never in the background. */
export const isBackground = (entry: Entry): boolean => entry.async === true && entry.broken === undefined

const skip = (entry: Entry, detail: string): Skipped => ({ entry, why: 'busy', detail })

const toWork = (event: Event, entries: readonly Entry[], session: Session): BackgroundWork => ({
  of: event.id,
  event: event.name,
  input: event.input,
  ...(event.assumed === undefined ? {} : { assumed: event.assumed }),
  entries: entries.map(({ id }) => id),
  session,
  ...(event.trace === undefined ? {} : { trace: event.trace }),
  longestMs: Math.max(...entries.map(({ timeoutMs }) => timeoutMs)),
})

/** The effect for the record of hooks that have run in the background: whatever they answered, nothing came of it. */
export function backgroundEffect(event: Event, plan: Plan, runs: readonly Run[]): Effect {
  const failed = runs.filter(({ outcome }) => outcome.kind === 'failed').length
  const message = `ran in the background${failed === 0 ? '' : `, and ${failed} of ${runs.length} failed`}`
  return {
    ...withoutRuns(event, plan),
    because: { rule: failed === 0 ? 'no-opinion' : 'failed-open', entries: [], message },
    runs: runs.map((run) => ({ ...run, notes: [...run.notes, ...notesOf(run)] })),
    notes: ['async'],
  }
}

const notesOf = ({ entry, exitCode }: Run): readonly string[] =>
  entry.rewakes === true && exitCode === 2 ? ['async', 'cannot-rewake'] : ['async']
