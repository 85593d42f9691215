/** Looks up the agents' own names of events. */

import type { Dialect } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import type { Agent } from './agent.ts'
import { agents, findAgent, usualAgent } from './list.ts'

/** The agent's own name of an event, if several of its names mean the same event of Hookline. */
export const hostEventOf = (events: Readonly<Record<string, EventName>>, theirs: string): { hostEvent?: string } =>
  Object.values(events).filter((ours) => ours === events[theirs]).length > 1 ? { hostEvent: theirs } : {}

/** The agent in whose format a hook of this dialect runs at an event. Undefined: it is Hookline's own. */
export function agentOfDialect(dialect: string, event: EventName): Agent | undefined {
  const agent = dialect === usualAgent.name ? undefined : findAgent(dialect)
  return Object.values(agent?.events ?? {}).includes(event) ? agent : undefined
}

/** Whether some agent has this name for the event. */
export const isNameOf = (theirs: string, ours: EventName): boolean =>
  agents.some(({ events = {} }) => Object.hasOwn(events, theirs) && events[theirs] === ours)

/** Adds the name of the agent whose dialect can read the payload, if there is one. */
export function whyUnknown(host: Dialect, payload: JsonObject, reason: string): string {
  const speaker = agents.find(
    ({ dialect }) => dialect !== undefined && dialect.name !== host.name && 'name' in dialect.toEvent(payload),
  )
  return speaker === undefined
    ? reason
    : `${reason}; the payload has the format of ${speaker.title}, so use --host ${speaker.name}`
}
