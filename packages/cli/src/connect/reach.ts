/** Finds the hooks that an agent runs: those in files that it reads, and those that run when it calls Hookline. */
import type { Entry } from '@hookline/core/node'
import { type Agent, agents, type FoundAgent, findAgents } from '../agents.ts'
import type { Io } from '../io.ts'
import { counted } from '../text/entry-text.ts'
import { agentsHere, connectable } from './agents-here.ts'
import { connectedEvents, connectionsOf, dialectOf, firedBy, isConnected } from './connections.ts'

export interface Reach {
  readonly agent: Agent
  /** The agent reads their files itself. */
  readonly direct: readonly Entry[]
  /** They run only if the agent calls Hookline. */
  readonly through: readonly Entry[]
  /** The agent's own events at which it calls Hookline. */
  readonly connected: ReadonlySet<string>
}

export function reachOf(agent: Agent, hooks: readonly Entry[], entries: readonly Entry[]): Reach {
  const { reads = [] } = agent
  const dialect = dialectOf(agent)
  return {
    agent,
    direct: hooks.filter(({ origin }) => reads.includes(origin.source) && !origin.own),
    through: hooks.filter(({ origin, event }) => {
      const isItsOwn = dialect?.owns.includes(origin.source) === true && !origin.own
      return !isItsOwn && firedBy(agent, event).length > 0
    }),
    connected: connectedEvents(agent, entries),
  }
}

export const runsIn = ({ agent, direct, through, connected }: Reach): readonly Entry[] => {
  const called = through.filter(({ event }) => connected.size > 0 && isConnected(agent, event, connected))
  return [...new Set([...direct, ...called])]
}

/** The hooks that the agent would run if it called Hookline for their event. */
export const missedBy = (reach: Reach): readonly Entry[] => {
  const runs = new Set(runsIn(reach))
  return reach.through.filter((entry) => !runs.has(entry))
}

interface Around {
  readonly root: string
  readonly home: string
  readonly entries: readonly Entry[]
}

/** The agents on this machine, and those that only an entry shows, because nothing else of them is in the directory. */
export function knownAgents(around: Around, env: Io['env']): readonly Agent[] {
  const seen = new Set([...agentsHere(around.root, around.home, env), ...foundAgents(around).map(({ agent }) => agent)])
  return connectable.filter((agent) => seen.has(agent))
}

/** Agents found by their files, or by an entry that calls Hookline. */
export function foundAgents({ root, home, entries }: Around): readonly FoundAgent[] {
  const seen = findAgents(root, home)
  const others = agents.filter((agent) => !seen.some((one) => one.agent === agent))
  const connected = others.flatMap((agent): readonly FoundAgent[] => {
    const [first] = connectionsOf(agent, entries)
    return first === undefined ? [] : [{ agent, where: [], at: first.origin.file ?? '' }]
  })
  return [...seen, ...connected]
}

/** `1 hook of hookline.json does not run in it` */
export const missText = (missed: readonly Entry[]): string =>
  `${counted(missed.length, 'hook')} of ${filesOf(missed)} ${missed.length === 1 ? 'does' : 'do'} not run in it`

const filesOf = (entries: readonly Entry[]): string =>
  [
    ...new Set(
      entries.map(({ origin: { source, own } }) =>
        source === 'team' ? 'your team' : own ? 'hookline.json' : 'hooks.json',
      ),
    ),
  ].join(' and ')
