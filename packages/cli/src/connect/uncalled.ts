/** Finds hooks that no agent would ask: no agent calls Hookline at their event, and none on this machine runs their file by itself. */
import { callsHookline, type Entry, sourceSetup } from '@hookline/core/node'
import { agents } from '../agents.ts'
import { counted } from '../entry-text.ts'
import type { Io } from '../io.ts'
import { agentsHere } from './agents-here.ts'
import { calledFor, firedBy } from './connections.ts'
import { type Reach, reachOf, runsIn } from './reach.ts'

/** The command that connects every agent found on this machine. */
export const connectCommand = 'hookline connect'

/** By the id of the entry: why no agent runs it. Entries that are skipped or cannot run are in it too. */
export function findUncalled(entries: readonly Entry[], root: string, env: Io['env']): ReadonlyMap<string, string> {
  const hooks = entries.filter((entry) => entry.broken === undefined && !callsHookline(entry))
  const here = agentsHere(root, sourceSetup().platform.home, env)
  const reaches = agents
    .filter(({ reads }) => reads !== undefined)
    .map((agent) => reachOf(agent, hooks, entries))
    .map((reach) => (here.includes(reach.agent) || reach.connected.size > 0 ? reach : { ...reach, direct: [] }))
  const called = new Set(reaches.flatMap(runsIn))
  return new Map(hooks.filter((entry) => !called.has(entry)).map((entry) => [entry.id, whyUncalled(entry, reaches)]))
}

function whyUncalled({ event }: Entry, reaches: readonly Reach[]): string {
  const connected = reaches.filter((reach) => reach.connected.size > 0)
  if (connected.length === 0) return 'not connected: no agent calls Hookline'
  const having = connected.filter(({ agent }) => firedBy(agent, event).length > 0)
  const titles = (of: readonly Reach[]) => of.map(({ agent }) => agent.title).join(' and ')
  if (having.length === 0) return `not connected: ${titles(connected)} never reports ${event}`
  const missing = having.flatMap(({ agent, connected: events }) =>
    calledFor(agent, event, false).filter((theirs) => !events.has(theirs)),
  )
  return `not connected: ${titles(having)} does not call Hookline at ${[...new Set(missing)].join(', ')}`
}

/** One line for each reason, with the command that changes it. Empty if an agent runs each of these hooks. */
export function uncalledText(hooks: readonly Entry[], uncalled: ReadonlyMap<string, string>): string {
  const reasons = hooks.flatMap(({ id }) => uncalled.get(id) ?? [])
  return [...new Set(reasons)]
    .map((why) => {
      const count = reasons.filter((one) => one === why).length
      return `${counted(count, 'hook is', 'hooks are')} ${why}. To connect: ${connectCommand}\n`
    })
    .join('')
}

/** Hooks that nothing else keeps from running. */
export const activeHooks = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry) => entry.held === undefined && entry.broken === undefined && !callsHookline(entry))
