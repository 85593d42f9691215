/** What the calling agent does with the reply to an event, from its table. Pure. */

import type { Event } from '../flow.ts'
import type { AgentRefusal, AgentRow, AnsweredAgent } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { genericEvents } from '../protocol/events/tools.ts'
import type { JsonObject } from '../schema.ts'
import { isKnownTool } from './foreign.ts'

const emptyRow: AgentRow = {}

/** Undefined if no agent calls. Then the host uses the library and carries out everything that hooks can reply. */
export const agentRow = (agent: AnsweredAgent | undefined, event: EventName): AgentRow | undefined =>
  agent === undefined ? undefined : (agent.table.rows[event] ?? emptyRow)

export const agentAsks = (agent: AnsweredAgent | undefined, event: EventName): boolean =>
  agentRow(agent, event)?.ask !== undefined || agent === undefined

const toolEvents: ReadonlySet<string> = new Set(Object.values(genericEvents))
/** Whether the event is about a call of any tool. */
export const isAboutTool = (event: EventName): boolean => toolEvents.has(event)

/**
 * Notes about the tool for the record: the command is part of a call of another tool, or neither Hookline nor the agent's
 * table knows the tool. If no agent calls, the tools are the host's own and count as known.
 */
export function toolNotes(agent: AnsweredAgent | undefined, { name, row, input }: Event): readonly string[] {
  const tool = input.tool_name
  // In an MCP event, `tool_name` is the name of the server's tool.
  const isInside = !Object.hasOwn(row.input, 'tool_name')
  if (typeof tool !== 'string' || !(isInside || toolEvents.has(name))) return []
  const isKnown = agent === undefined || isKnownTool(tool) || agent.table.tools?.has(tool) === true
  return [...(isInside ? [`inside-tool:${tool}`] : []), ...(isKnown ? [] : [`unknown-tool:${tool}`])]
}

/** What a denial does at this event. Undefined: the agent ignores it. */
export function refusalAt(
  agent: AnsweredAgent | undefined,
  event: EventName,
  input: JsonObject,
): AgentRefusal | undefined {
  const row = agentRow(agent, event)
  if (row === undefined) return 'stops'
  return typeof row.refusal === 'function' ? row.refusal(input) : row.refusal
}
