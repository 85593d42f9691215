/** Asks only the hooks that have no effects: rules, packs that say so, and closed gates. Nothing is started or recorded. */
import type { Engine } from './engine.ts'
import type { Entry, Plan } from './flow.ts'
import type { Judgement } from './hooks.ts'
import { decide } from './steps/decide.ts'
import { restrictingPass, runStages, stagesOf } from './steps/passes.ts'
import { dropSkipped, run } from './steps/run.ts'
import type { Pass } from './steps/run-parts.ts'
import { select } from './steps/select.ts'
import { findSession } from './steps/session.ts'
import { startDeadline } from './steps/shared/deadline.ts'
import { inOrder } from './steps/shared/merge.ts'
import { stamp } from './steps/stamp.ts'

export async function judgeEvent(name: string, input: unknown, engine: Engine): Promise<Judgement> {
  const { rim } = engine
  const event = stamp(name, input, engine.explainRim)
  const plan = select(event, await engine.readConfig(event.name), rim)
  const known = knownStages(plan)
  const entries = known.filter(hasNoEffects)
  const left = plan.entries.filter((entry) => !entries.includes(entry))
  const session = findSession(event, undefined, rim.sessions)
  const deadline = startDeadline(rim.eventTimeoutMs)
  try {
    const judged = { ...plan, entries }
    const start = (pass: Pass) => run(pass, session, rim, deadline)
    const staged = await runStages(event, judged, rim.edition, start, (made) => ({ runs: made }))
    const restricting = {
      event,
      entries: entries.filter(({ onlyRestricts }) => onlyRestricts === true),
      number: 1,
    } as const
    const last = await start(restrictingPass(event, judged, staged.runs, rim.edition) ?? restricting)
    const runs = inOrder(plan, [...staged.runs, ...last.runs])
    const { verdict, enforced } = decide(event, { ...plan, entries }, runs, rim.edition)
    return {
      plan: dropSkipped(plan, staged.skipped),
      runs,
      left,
      ...(left.length === 0 || enforced === 'deny' ? { verdict } : {}),
    }
  } finally {
    deadline.end()
  }
}

/** What a hook of a later stage would be given is not known if a hook before it has yet to run. */
function knownStages(plan: Plan): readonly Entry[] {
  const stages = stagesOf(plan.entries)
  const unknown = stages.findIndex((entries) => !entries.every(hasNoEffects))
  return unknown < 0 ? plan.entries : stages.slice(0, unknown + 1).flat()
}

const hasNoEffects = ({ broken, type, call, pure }: Entry): boolean =>
  broken !== undefined || (call === undefined ? type === 'rule' : pure === true)
