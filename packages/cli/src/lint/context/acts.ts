/** Finds out what an entry runs for: the event and, for events around a tool call, the tools. */
import { type Agent, matchesNames } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { eventNames, eventRows, genericEvents } from '@hookline/core/protocol'
import type { EntryContext } from './context.ts'
import { agentNamesFor, matchesAll, ownTools, parseMatcher } from './tools.ts'

/** All of these tools write a file, so they count as one action. */
const writeTools = new Set(['Write', 'StrReplace', 'ApplyPatch', 'EditNotebook'])
const tools = [...ownTools, 'MCP']
const actOf = (tool: string): string => (writeTools.has(tool) ? 'Write' : tool)

/** The tool for whose calls this event exists: `Shell`, `Read`, `Write`, `MCP`. */
function toolOfEvent(event: EventName): string | undefined {
  const before = eventNames.find((name) => name === event || eventRows[name].act?.after?.event === event)
  const row = before === undefined ? undefined : eventRows[before]
  const named =
    row?.act?.tool?.(row.sample('/')).tool_name ??
    /^the fixed text `(Read|Write)`/.exec(eventRows[event].subjectDoc)?.[1]
  return named?.replace(/^MCP:.*/, 'MCP')
}

/** Returns keys such as `preToolUse Shell` or `stop`. Two entries that share a key run for the same action. */
export function actsOf({ entry, agent }: EntryContext): ReadonlySet<string> {
  const { event, matcher } = entry
  const generic = Object.values(genericEvents).some((name) => name === event)
  if (generic) return new Set(matchedTools(matcher, event, agent).map((tool) => `${event} ${tool}`))
  const tool = toolOfEvent(event)
  if (tool === undefined || event === 'subagentStart' || event === 'subagentStop') return new Set([event])
  const around = eventRows[event].gate.kind === 'none' ? genericEvents.after : genericEvents.before
  return new Set([event, `${around} ${tool}`])
}

/** Hookline's names of the tools that a matcher fits. The matcher uses the names of its agent. */
function matchedTools(matcher: string | undefined, event: EventName, agent: Agent | undefined): readonly string[] {
  if (matcher === undefined || matchesAll(matcher)) return tools.map(actOf)
  const fits = (name: string) =>
    matchesNames(agent?.dialect, event, matcher, [name], (expression) => parseMatcher(expression)?.test(name) === true)
  const names = (tool: string) =>
    agent === undefined ? [tool] : [...agentNamesFor(agent, tool), ...(tool === 'MCP' ? ['mcp__'] : [tool])]
  return tools.filter((tool) => names(tool).some(fits)).map(actOf)
}
