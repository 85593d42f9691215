/** Finds the agents that do not have an event. */
import type { Dialect } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import type { SourceName } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'

/** The titles of the agents that run files of this source themselves and never fire the event. */
export const agentsWithout = (
  event: EventName,
  source: SourceName,
  all: Readonly<Record<string, Dialect>> = dialects,
): readonly string[] =>
  Object.values(all).flatMap(({ agent, owns, firedBy }) =>
    agent !== undefined && owns.includes(source) && firedBy?.(event).length === 0 ? [agent.title] : [],
  )
