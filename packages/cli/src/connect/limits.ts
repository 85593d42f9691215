/** What agents that call Hookline cannot do with what hooks answer, said in advance. */
import { agentLimits, type Entry, rewritesOf } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { calledFor, connectedEvents, connectionsOf, dialectOf, firedBy, isConnected } from './connections.ts'

export interface Limit {
  readonly entry: Entry
  readonly says: string
  /** Connecting the agent for more of its events lifts it. */
  readonly curable: boolean
}

/** `hooks`: those to speak of. `entries`: of every source, the agent's calls of Hookline among them. */
export function limitsOf(agent: Agent, hooks: readonly Entry[], entries: readonly Entry[]): readonly Limit[] {
  const table = dialectOf(agent)?.agent
  if (table === undefined || connectionsOf(agent, entries).length === 0) return []
  const connected = connectedEvents(agent, entries)
  return hooks
    .filter((entry) => isThrough(agent, entry) && isConnected(agent, entry.event, connected))
    .flatMap((entry) => [
      ...agentLimits(table, entry).map((says) => ({ entry, says, curable: false })),
      ...unconnected(agent, entry, connected),
    ])
}

/** Hooks that the agent runs by itself get its own treatment. */
const isThrough = (agent: Agent, { origin, held }: Entry): boolean =>
  held === undefined && (origin.own || dialectOf(agent)?.owns.includes(origin.source) !== true)

function unconnected(agent: Agent, entry: Entry, connected: ReadonlySet<string>): readonly Limit[] {
  const own = firedBy(agent, entry.event)
  const missing = (rewrites: boolean) =>
    calledFor(agent, entry.event, rewrites).filter((theirs) => !own.includes(theirs) && !connected.has(theirs))
  const also = dialectOf(agent)?.agent?.rows[entry.event]?.alsoIn ?? []
  const forOthers = missing(false).filter((theirs) => also.includes(theirs))
  const forRefusals = missing(false).filter((theirs) => !also.includes(theirs))
  const forRewrites = rewritesOf(entry) === true ? missing(true).filter((one) => !missing(false).includes(one)) : []
  const say = (theirs: readonly string[], what: string): readonly Limit[] =>
    theirs.length === 0
      ? []
      : [{ entry, says: `${agent.title} does not call Hookline at ${theirs.join(', ')}: ${what}`, curable: true }]
  return [
    ...say(forRefusals, `a refusal of ${entry.label} at ${entry.event} may not be enforced`),
    ...say(forOthers, `${entry.label} does not judge the same act when another tool does it`),
    ...say(forRewrites, `what ${entry.label} would rewrite is refused`),
  ]
}
