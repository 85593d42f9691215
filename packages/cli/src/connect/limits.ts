/** Lists decisions of hooks that a connected agent cannot carry out. */
import { agentLimits, type Entry, rewritesOf } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { calledFor, connectedEvents, connectionsOf, dialectOf, firedBy, isConnected } from './connections.ts'

export interface Limit {
  readonly entry: Entry
  readonly says: string
  /** Connecting the agent for more of its events removes the limit. */
  readonly fixable: boolean
}

/** `hooks` are those to report on. `entries` are those of every source, including the agent's calls of Hookline. */
export function limitsOf(agent: Agent, hooks: readonly Entry[], entries: readonly Entry[]): readonly Limit[] {
  const table = dialectOf(agent)?.agent
  if (table === undefined || connectionsOf(agent, entries).length === 0) return []
  const connected = connectedEvents(agent, entries)
  return hooks
    .filter((entry) => runsByCall(agent, entry) && isConnected(agent, entry.event, connected))
    .flatMap((entry) => [
      ...agentLimits(table, entry).map((says) => ({ entry, says, fixable: false })),
      ...missingCalls(agent, entry, connected),
    ])
}

/** Whether the hook runs by a call of Hookline. Hooks that the agent runs itself have no limits of ours. */
const runsByCall = (agent: Agent, { origin, held }: Entry): boolean =>
  held === undefined && (origin.own || dialectOf(agent)?.owns.includes(origin.source) !== true)

function missingCalls(agent: Agent, entry: Entry, connected: ReadonlySet<string>): readonly Limit[] {
  const own = firedBy(agent, entry.event)
  const missing = (rewrites: boolean) =>
    calledFor(agent, entry.event, rewrites).filter((theirs) => !own.includes(theirs) && !connected.has(theirs))
  const also = dialectOf(agent)?.agent?.rows[entry.event]?.alsoIn ?? []
  const forOthers = missing(false).filter((theirs) => also.includes(theirs))
  const forRefusals = missing(false).filter((theirs) => !also.includes(theirs))
  const forRewrites = rewritesOf(entry) === true ? missing(true).filter((one) => !missing(false).includes(one)) : []
  const limit = (theirs: readonly string[], what: string): readonly Limit[] =>
    theirs.length === 0
      ? []
      : [{ entry, says: `${agent.title} does not call Hookline at ${theirs.join(', ')}: ${what}`, fixable: true }]
  return [
    ...limit(forRefusals, `a deny of ${entry.label} at ${entry.event} may not be enforced`),
    ...limit(forOthers, `${entry.label} does not see the same action if another tool does it`),
    ...limit(forRewrites, `what ${entry.label} would rewrite is denied`),
  ]
}
