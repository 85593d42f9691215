/** Finds the entries in an agent's own settings that call Hookline, and their events. */

import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import type { Dialect } from '@hookline/core'
import { callLevel, callsHookline, type Entry, neededEvents } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { type Agent, agents } from '../agents.ts'
import type { Io } from '../io.ts'

export const dialectOf = ({ dialect }: Agent): Dialect | undefined => dialect

/** Entries that call Hookline, in files that the agent runs itself. */
export const connectionsOf = ({ reads = [] }: Agent, entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry) => reads.includes(entry.origin.source) && callsHookline(entry))

/** The directory from which the agent reads the user's settings instead of the one in the home directory, if a variable says so. */
export function movedSettings({ settings }: Pick<Agent, 'settings'>, env: Io['env']): string | undefined {
  const moved = settings?.homeVariable === undefined ? undefined : env[settings.homeVariable]
  const usual = join(homedir(), settings?.user ?? settings?.shared ?? '', '..')
  return moved === undefined || moved === '' || relative(usual, moved) === '' ? undefined : moved
}

/** Whether the entry calls Hookline at every event of its kind, and the agent waits for the reply. */
export function isWholeCall(entry: Entry): boolean {
  const { matcher, text = '{}' } = entry
  const written = JSON.parse(text) as JsonObject // The reader made this text from an object.
  const always = ['', '*', '.*', undefined].includes(matcher) || !isMatched(entry)
  return always && written.if === undefined && !['async', 'asyncRewake', 'once'].some((key) => written[key] === true)
}

/** Whether the agent tests the matcher of an entry at this event. */
function isMatched({ event, dialect }: Entry): boolean {
  const { format, events = {} } = agents.find((agent) => agent.dialect?.name === dialect) ?? {}
  const { matched } = format ?? {}
  if (matched === undefined) return eventRows[event].subject !== null
  return Object.keys(matched).some((name) => events[name] === event)
}

/** The agent's own events that become this event. Empty if the agent never fires it. */
export const firedBy = (agent: Agent, event: EventName): readonly string[] =>
  dialectOf(agent)?.firedBy?.(event) ?? [event]

/** The same, and the events that must call Hookline too so that the agent follows the decision. */
export function calledFor(agent: Agent, event: EventName, rewrites: boolean): readonly string[] {
  const theirs = firedBy(agent, event)
  const table = dialectOf(agent)?.agent
  return theirs.length === 0 || table === undefined
    ? theirs
    : [...new Set([...theirs, ...neededEvents(table, event, rewrites)])]
}

/** The agent's events that call Hookline already. */
export const connectedEvents = (agent: Agent, entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    connectionsOf(agent, entries)
      .filter(isWholeCall)
      .flatMap(({ event, hostEvent }) => hostEvent ?? firedBy(agent, event)),
  )

export const isConnected = (agent: Agent, event: EventName, connected: ReadonlySet<string>): boolean => {
  const theirs = firedBy(agent, event)
  return theirs.length > 0 && theirs.every((name) => connected.has(name))
}

/** Whether the workspace's call steps aside, because the user's own settings call Hookline for the same event. */
export const isLeftToUser = (agent: Agent, entry: Entry, entries: readonly Entry[]): boolean =>
  callLevel(entry) !== 'user' &&
  connectionsOf(agent, entries).some(
    (one) => one.event === entry.event && callLevel(one) === 'user' && isWholeCall(one),
  )
