/** Entries in an agent's settings that call Hookline, for the events that hooks listen to and that are not answered yet. */
import { join } from 'node:path'
import type { Entry, HooksChange, SourceName } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import type { Io } from '../io.ts'
import { type Way, wayTo } from './command.ts'
import { connectedEvents, dialectOf, firedBy } from './connections.ts'

export interface Connecting {
  readonly agent: Agent
  readonly level: 'project' | 'user'
  readonly root: string
  readonly file: string
  readonly way: Way
}

/** What some hook listens to. */
export interface Wanted {
  readonly event: EventName
  readonly timeoutMs: number
  /** It stands in a hookline.json, which no agent reads by itself. */
  readonly own: boolean
}

/** A path that only this machine has goes into the file that is not shared, where the agent has one. */
export function connecting(agent: Agent, level: 'project' | 'user', root: string, env: Io['env']): Connecting {
  const way = wayTo(agent, level, root, env)
  const { shared = '', own = shared } = agent.settings ?? {}
  return { agent, level, root, file: join(root, level === 'user' || way.portable ? shared : own), way }
}

/** It runs the hooks of these files by itself. */
export const isOwnedBy = (agent: Agent, source: SourceName, own: boolean): boolean =>
  !own && dialectOf(agent)?.owns.includes(source) === true

/** `there`: entries of every source, so that nothing is answered twice. */
export function missingEvents(agent: Agent, wanted: readonly EventName[], there: readonly Entry[]): readonly string[] {
  const connected = connectedEvents(agent, there)
  return [...new Set(wanted.flatMap((event) => firedBy(agent, event)))].filter((name) => !connected.has(name))
}

/** What agents give a command that says nothing of its time, and the most that any gives, in seconds. */
const usual = 60
const longest = 600

/** An agent must not lose patience before the slowest of the hooks it waits for. */
export const settingsEdits = (
  { agent, way }: Connecting,
  theirs: readonly string[],
  wanted: readonly Wanted[],
): readonly HooksChange[] =>
  theirs.map((event): HooksChange => {
    const waits = wanted.filter((one) => firedBy(agent, one.event).includes(event))
    const slowest = Math.max(0, ...waits.map(({ timeoutMs }) => timeoutMs / 1000))
    const patience = slowest > usual ? { timeout: Math.min(longest, Math.ceil(slowest)) } : {}
    // Where the agent can be told so, a crash of Hookline itself lets nothing pass.
    const gates = agent.settings?.schema === true && waits.some((one) => eventRows[one.event].gate.kind !== 'none')
    const more = gates ? { ...patience, failClosed: true } : patience
    return { kind: 'add', event, entry: agent.settings?.entry(way.command, more) ?? {} }
  })
