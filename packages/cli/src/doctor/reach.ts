/** Which hooks an agent runs: those of files that it reads, and those that its calls of Hookline bring along. */
import type { Entry } from '@hookline/core/node'
import { type Agent, type AgentFound, agents, findAgents } from '../agents.ts'
import { connectedEvents, connectionsOf, dialectOf, firedBy, isConnected } from '../connect/connections.ts'
import { counted } from '../entry-text.ts'
import type { Survey } from './survey.ts'

export interface Reach {
  readonly agent: Agent
  /** It reads their files by itself. */
  readonly direct: readonly Entry[]
  /** They reach it, if at all, by a call of Hookline. */
  readonly through: readonly Entry[]
  /** Its own events on which it calls Hookline. */
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

/** What it would run if it called Hookline for it. */
export const missedBy = (reach: Reach): readonly Entry[] => {
  const runs = new Set(runsIn(reach))
  return reach.through.filter((entry) => !runs.has(entry))
}

/** Agents that are here: seen by their files, or by an entry of theirs that calls Hookline. */
export function foundAgents({ root, home, entries }: Pick<Survey, 'root' | 'home' | 'entries'>): readonly AgentFound[] {
  const seen = findAgents(root, home)
  const others = agents.filter((agent) => !seen.some((one) => one.agent === agent))
  const connected = others.flatMap((agent): readonly AgentFound[] => {
    const [first] = connectionsOf(agent, entries)
    return first === undefined ? [] : [{ agent, where: [], at: first.origin.file ?? '' }]
  })
  return [...seen, ...connected]
}

/** `1 hook of hookline.json does not run for it` */
export const missText = (missed: readonly Entry[]): string =>
  `${counted(missed.length, 'hook')} of ${filesOf(missed)} ${missed.length === 1 ? 'does' : 'do'} not run for it`

const filesOf = (entries: readonly Entry[]): string =>
  [...new Set(entries.map(({ origin }) => (origin.own ? 'hookline.json' : 'hooks.json')))].join(' and ')
