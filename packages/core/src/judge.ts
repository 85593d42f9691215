/** Asks only the hooks that have no effects: rules, packs that say so, and closed gates. Nothing is started or recorded. */
import type { Engine } from './engine.ts'
import type { Entry } from './flow.ts'
import type { Judgement } from './hooks.ts'
import { startDeadline } from './steps/deadline.ts'
import { decide } from './steps/decide.ts'
import { run } from './steps/run.ts'
import { select } from './steps/select.ts'
import { findSession } from './steps/session.ts'
import { stamp } from './steps/stamp.ts'

export async function judgeEvent(name: string, input: unknown, engine: Engine): Promise<Judgement> {
  const { rim } = engine
  const event = stamp(name, input, engine.explainRim)
  const plan = select(event, await engine.readConfig(event.name), rim)
  const entries = plan.entries.filter(hasNoEffects)
  const left = plan.entries.filter((entry) => !hasNoEffects(entry))
  const session = findSession(event, undefined, rim.sessions)
  const deadline = startDeadline(rim.eventTimeoutMs, undefined)
  try {
    const { runs } = await run({ event, entries, number: 1 }, session, rim, deadline.signal)
    const { verdict, enforced } = decide(event, { ...plan, entries }, runs, rim.edition)
    return { plan, runs, left, ...(left.length === 0 || enforced === 'deny' ? { verdict } : {}) }
  } finally {
    deadline.end()
  }
}

const hasNoEffects = ({ broken, type, call, pure }: Entry): boolean =>
  broken !== undefined || (call === undefined ? type === 'rule' : pure === true)
