/** What the answered agent does with an answer to an event, from its table. Pure. */
import type { AgentRefusal, AgentRow, AnsweredAgent } from './ports.ts'
import type { EventName } from './protocol/events/index.ts'

const nothing: AgentRow = {}

/** Undefined where no agent is answered: the host is one of ours and does all that hooks can say. */
export const agentRow = (agent: AnsweredAgent | undefined, event: EventName): AgentRow | undefined =>
  agent === undefined ? undefined : (agent.table.rows[event] ?? nothing)

export const agentAsks = (agent: AnsweredAgent | undefined, event: EventName): boolean =>
  agentRow(agent, event)?.ask !== undefined || agent === undefined

/** What a refusal does here. Undefined: the agent ignores it. */
export function refusalAt(
  agent: AnsweredAgent | undefined,
  event: EventName,
  input: Readonly<Record<string, unknown>>,
): AgentRefusal | undefined {
  const row = agentRow(agent, event)
  if (row === undefined) return 'stops'
  return typeof row.refusal === 'function' ? row.refusal(input) : row.refusal
}
