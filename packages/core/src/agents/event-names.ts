/** Agents' own names of events, whichever agent has them. */

import type { Dialect } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { agents } from './list.ts'

const named: ReadonlySet<string> = new Set(
  agents.flatMap(({ events = {} }) => Object.entries(events).map(([theirs, ours]) => `${theirs} ${ours}`)),
)

/** Whether some agent calls our event by this name. */
export const isNameOf = (theirs: string, ours: EventName): boolean => named.has(`${theirs} ${ours}`)

/** Adds to the reason why a payload is unknown whose payload it is, where another agent's dialect reads it. */
export function whyUnknown(host: Dialect, payload: JsonObject, reason: string): string {
  const speaker = agents.find(
    ({ dialect }) => dialect !== undefined && dialect.name !== host.name && 'name' in dialect.toEvent(payload),
  )
  return speaker === undefined
    ? reason
    : `${reason}; ${speaker.title} has it: the payload is in another dialect (${speaker.name})`
}
