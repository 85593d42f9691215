/** Which of an agent's own settings already call Hookline, and for what. */

import type { Dialect } from '@hookline/core'
import { callsHookline, type Entry, neededEvents } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'

export const dialectOf = ({ dialect }: Agent): Dialect | undefined => dialect

/** Entries of files that the agent runs by itself, and that call Hookline. */
export const connectionsOf = ({ reads = [] }: Agent, entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry) => reads.includes(entry.origin.source) && callsHookline(entry))

/** Whether the agent calls Hookline by it at every event of its kind, and waits for the answer. */
export function isWholeCall({ event, matcher, text = '{}' }: Entry): boolean {
  const written = JSON.parse(text) as JsonObject
  const always = eventRows[event].subject === null || ['', '*', '.*', undefined].includes(matcher)
  return always && written.if === undefined && !['async', 'asyncRewake', 'once'].some((key) => written[key] === true)
}

/** The agent's own events from which one of ours comes; none: it never happens there. */
export const firedBy = (agent: Agent, event: EventName): readonly string[] =>
  dialectOf(agent)?.firedBy?.(event) ?? [event]

/** And those that must call Hookline too, so that the agent obeys what hooks answer. */
export function calledFor(agent: Agent, event: EventName, rewrites: boolean): readonly string[] {
  const theirs = firedBy(agent, event)
  const table = dialectOf(agent)?.agent
  return theirs.length === 0 || table === undefined
    ? theirs
    : [...new Set([...theirs, ...neededEvents(table, event, rewrites)])]
}

/** Its events that are answered by Hookline already. */
export const connectedEvents = (agent: Agent, entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    connectionsOf(agent, entries)
      .filter(isWholeCall)
      .flatMap(({ event }) => firedBy(agent, event)),
  )

export const isConnected = (agent: Agent, event: EventName, connected: ReadonlySet<string>): boolean => {
  const theirs = firedBy(agent, event)
  return theirs.length > 0 && theirs.every((name) => connected.has(name))
}
