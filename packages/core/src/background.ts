/** Runs hooks that no event waits for, in this process or in one that they were handed to (CONTRACT §5). */
import type { Engine } from './engine.ts'
import type { BackgroundWork, Entry } from './flow.ts'
import { newId } from './ids.ts'
import { eventRows } from './protocol/events/index.ts'
import { backgroundEffect, isBackground } from './steps/background.ts'
import { record } from './steps/record.ts'
import { run } from './steps/run.ts'
import { select } from './steps/select.ts'
import { startDeadline } from './steps/shared/deadline.ts'
import { createSlots } from './steps/shared/slots.ts'
import { stamp } from './steps/stamp.ts'
import { childSpan } from './steps/trace.ts'

/** Of all events of one engine. */
const MAX_IN_BACKGROUND = 32

/** Starts background hooks in this process, up to a number. */
export function createBackground(engine: () => Engine): Engine['startBackground'] {
  let running = 0
  return (entries, work) => {
    if (running + entries.length > MAX_IN_BACKGROUND) return false
    running += entries.length
    const end = () => {
      running -= entries.length
    }
    const { track } = engine()
    track(runInBackground(entries, work, engine())).then(end, end)
    return true
  }
}

/** Runs hooks that the event did not wait for, and records them when they end. */
async function runInBackground(
  entries: readonly Entry[],
  { of, event: name, input, assumed, session, trace }: BackgroundWork,
  { rim, sinks }: Engine,
): Promise<void> {
  const started = performance.now()
  const at = new Date().toISOString()
  const event = {
    ...{ id: newId(), name, row: eventRows[name], at, input },
    ...(assumed === undefined ? {} : { assumed }),
    ...childSpan(trace, rim.tracer),
  }
  const deadline = startDeadline(rim.eventTimeoutMs)
  try {
    // The places for processes are for the hooks that an event waits for.
    const runRim = { ...rim, slots: createSlots(entries.length), until: started + rim.eventTimeoutMs }
    const { runs } = await run({ event, entries, number: 1 }, session, runRim, deadline)
    const effect = backgroundEffect(event, { event: name, edition: rim.edition.name, entries, skipped: [] }, runs)
    record(event, effect, performance.now() - started, sinks, of)
  } finally {
    deadline.end()
  }
}

/** What another process handed over. Files and trust are as they are now: an entry that is gone does not run. */
export async function resumeBackground(work: BackgroundWork, engine: Engine): Promise<void> {
  const event = stamp(work.event, work.input, engine.explainRim)
  const { entries } = select(event, await engine.readConfig(event.name), engine.rim)
  const found = entries.filter((entry) => isBackground(entry) && work.entries.includes(entry.id))
  if (found.length > 0) await runInBackground(found, work, engine)
}
