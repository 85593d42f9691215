/** What an entry is called for: the event, and for events around a tool call which tools. */
import type { Agent } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { eventNames, eventRows, genericEvents } from '@hookline/core/protocol'
import type { EntryContext } from './context.ts'
import { expression, matchesAll, namesFor, ownTools } from './tools.ts'

/** Edits also come as these; they are one act. */
const written = new Set(['Write', 'StrReplace', 'ApplyPatch', 'EditNotebook'])
const tools = [...ownTools, 'MCP']
const actOf = (tool: string): string => (written.has(tool) ? 'Write' : tool)

/** The tool whose call an event of its own stands for: `Shell`, `Read`, `Write`, `MCP`. */
function toolOf(event: EventName): string | undefined {
  const before = eventNames.find((name) => name === event || eventRows[name].act?.after?.event === event)
  const row = before === undefined ? undefined : eventRows[before]
  const named =
    row?.act?.tool?.(row.sample('/')).tool_name ?? /^the word `(Read|Write)`/.exec(eventRows[event].subjectDoc)?.[1]
  return named?.replace(/^MCP:.*/, 'MCP')
}

/** `preToolUse Shell`, `stop`: two entries with one in common run for the same thing. */
export function actsOf({ entry, file }: EntryContext): ReadonlySet<string> {
  const { event, matcher } = entry
  const generic = Object.values(genericEvents).some((name) => name === event)
  if (generic) return new Set(matched(matcher, file.agent).map((tool) => `${event} ${tool}`))
  const tool = toolOf(event)
  if (tool === undefined || event === 'subagentStart' || event === 'subagentStop') return new Set([event])
  const around = eventRows[event].gate.kind === 'none' ? genericEvents.after : genericEvents.before
  return new Set([event, `${around} ${tool}`])
}

/** Our names of the tools that a matcher fits, in the names of its agent. */
function matched(matcher: string | undefined, agent: Agent | undefined): readonly string[] {
  if (matcher === undefined || matchesAll(matcher)) return tools.map(actOf)
  const exact = agent?.dialect?.exact?.(matcher)
  const pattern = expression(matcher)
  const fits = (name: string) => (exact === undefined ? pattern?.test(name) === true : exact.includes(name))
  const names = (tool: string) =>
    agent === undefined ? [tool] : [...namesFor(agent, tool), ...(tool === 'MCP' ? ['mcp__'] : [tool])]
  return tools.filter((tool) => names(tool).some(fits)).map(actOf)
}
