/** Step: what the answered agent adds to a plan: refusals that it has not honoured yet, and notes on unknown tools. */
import { toolNotes } from '../agents/agent-row.ts'
import type { Event, KeptRefusal, Plan } from '../flow.ts'
import type { AnsweredAgent, Sessions } from '../ports.ts'
import { keptRefusals, sessionId, stopsHere } from './session.ts'

interface CompletePlanRim {
  readonly agent?: AnsweredAgent
  readonly sessions: Sessions
}

/** `undecided`: a refusal that stands until the hooks of the conversation's beginning have answered. */
export const completePlan = (event: Event, plan: Plan, rim: CompletePlanRim, undecided?: KeptRefusal): Plan =>
  addKeptRefusals(event, addToolNotes(event, plan, rim), rim, undecided)

/** A refusal that the agent did not honour earlier in the conversation is given here, as a run of the hook that refused. */
function addKeptRefusals(
  event: Event,
  plan: Plan,
  { agent, sessions }: CompletePlanRim,
  undecided: KeptRefusal | undefined,
): Plan {
  if (agent === undefined || !stopsHere(event, agent)) return plan
  const session = sessions.of(sessionId(event))
  const refusals = undecided === undefined ? session.refusals : [undecided, ...(session.refusals ?? [])]
  const kept = keptRefusals(refusals, event)
  return kept.length === 0 ? plan : { ...plan, entries: [...kept, ...plan.entries] }
}

function addToolNotes(event: Event, plan: Plan, { agent }: CompletePlanRim): Plan {
  const notes = plan.entries.length === 0 ? [] : toolNotes(agent, event)
  return notes.length === 0 ? plan : { ...plan, notes: [...(plan.notes ?? []), ...notes] }
}
