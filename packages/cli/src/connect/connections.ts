/** Which of an agent's own settings already call Hookline, and for what. */
import type { Dialect } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import { callsHookline, type Entry } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'

export const dialectOf = ({ dialect = '' }: Agent): Dialect | undefined => dialects[dialect]

/** Entries of files that the agent runs by itself, and that call Hookline. */
export const connectionsOf = ({ reads = [] }: Agent, entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ origin, command }) => reads.includes(origin.source) && callsHookline(command))

/** The agent's own events from which one of ours comes; none: it never happens there. */
export const firedBy = (agent: Agent, event: EventName): readonly string[] =>
  dialectOf(agent)?.firedBy?.(event) ?? [event]

/** Its events that are answered by Hookline already. */
export const connectedEvents = (agent: Agent, entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(connectionsOf(agent, entries).flatMap(({ event }) => firedBy(agent, event)))

export const isConnected = (agent: Agent, event: EventName, connected: ReadonlySet<string>): boolean => {
  const theirs = firedBy(agent, event)
  return theirs.length > 0 && theirs.every((name) => connected.has(name))
}
