/** What the answered agent does with an answer to an event, from its table. Pure. */

import type { Event } from '../flow.ts'
import type { AgentRefusal, AgentRow, AnsweredAgent } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { genericEvents } from '../protocol/events/tools.ts'
import type { JsonObject } from '../schema.ts'
import { isKnownTool } from './foreign.ts'

const nothing: AgentRow = {}

/** Undefined where no agent is answered: the host is one of ours and does all that hooks can say. */
export const agentRow = (agent: AnsweredAgent | undefined, event: EventName): AgentRow | undefined =>
  agent === undefined ? undefined : (agent.table.rows[event] ?? nothing)

export const agentAsks = (agent: AnsweredAgent | undefined, event: EventName): boolean =>
  agentRow(agent, event)?.ask !== undefined || agent === undefined

const toolEvents: ReadonlySet<string> = new Set(Object.values(genericEvents))

/**
 * What the record says of the tool: that a command came inside the call of another tool, and that neither we nor the
 * agent's table know the tool. Without an answered agent the tools are the host's own.
 */
export function toolNotes(agent: AnsweredAgent | undefined, { name, row, input }: Event): readonly string[] {
  const tool = input.tool_name
  // An event of MCP has the name of a server's tool there.
  const isInside = !Object.hasOwn(row.input, 'tool_name')
  if (typeof tool !== 'string' || !(isInside || toolEvents.has(name))) return []
  const isKnown = agent === undefined || isKnownTool(tool) || agent.table.tools?.has(tool) === true
  return [...(isInside ? [`inside-tool:${tool}`] : []), ...(isKnown ? [] : [`unknown-tool:${tool}`])]
}

/** What a refusal does here. Undefined: the agent ignores it. */
export function refusalAt(
  agent: AnsweredAgent | undefined,
  event: EventName,
  input: JsonObject,
): AgentRefusal | undefined {
  const row = agentRow(agent, event)
  if (row === undefined) return 'stops'
  return typeof row.refusal === 'function' ? row.refusal(input) : row.refusal
}
