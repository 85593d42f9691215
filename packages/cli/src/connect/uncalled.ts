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

/** Why no agent asks a hook, and the command that changes it. */
export interface Uncalled {
  readonly why: string
  readonly next: string
}

/** By the id of the entry. Entries that are skipped or cannot run are in it too. */
export function findUncalled(entries: readonly Entry[], root: string, env: Io['env']): ReadonlyMap<string, Uncalled> {
  const hooks = entries.filter((entry) => entry.broken === undefined && !callsHookline(entry))
  const here = agentsHere(root, sourceSetup().platform.home, env)
  const reaches = agents
    .filter(({ reads }) => reads !== undefined)
    .map((agent) => reachOf(agent, hooks, entries))
    .map((reach) => (here.includes(reach.agent) || reach.connected.size > 0 ? reach : { ...reach, direct: [] }))
  const called = new Set(reaches.flatMap(runsIn))
  return new Map(hooks.filter((entry) => !called.has(entry)).map((entry) => [entry.id, whyUncalled(entry, reaches)]))
}

function whyUncalled({ event }: Entry, reaches: readonly Reach[]): Uncalled {
  const connected = reaches.filter((reach) => reach.connected.size > 0)
  if (connected.length === 0) return { why: 'not connected: no agent calls Hookline', next: connectCommand }
  const all = reaches.filter(({ agent }) => firedBy(agent, event).length > 0)
  const having = all.filter((reach) => connected.includes(reach))
  const titles = (of: readonly Reach[]) => of.map(({ agent }) => agent.title).join(' and ')
  if (having.length === 0)
    return {
      why: `not connected: ${titles(connected)} never reports ${event}`,
      next: `${connectCommand} ${all[0]?.agent.name ?? ''}`.trim(),
    }
  const missing = having.flatMap(({ agent, connected: events }) =>
    calledFor(agent, event, false).filter((theirs) => !events.has(theirs)),
  )
  const events = [...new Set(missing)].join(', ')
  return { why: `not connected: ${titles(having)} does not call Hookline at ${events}`, next: connectCommand }
}

/** One line for each reason, with the command that changes it. Empty if an agent runs each of these hooks. */
export function uncalledText(hooks: readonly Entry[], uncalled: ReadonlyMap<string, Uncalled>): string {
  const found = hooks.flatMap(({ id }) => uncalled.get(id) ?? [])
  return [...new Map(found.map((one) => [one.why, one.next]))]
    .map(([why, next]) => {
      const count = found.filter((one) => one.why === why).length
      return `${counted(count, 'hook is', 'hooks are')} ${why}. To connect: ${next}\n`
    })
    .join('')
}

/** Hooks that nothing else keeps from running. */
export const activeHooks = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry) => entry.held === undefined && entry.broken === undefined && !callsHookline(entry))
