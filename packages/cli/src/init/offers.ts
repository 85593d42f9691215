/** What can be switched on or off: hooks, and the agents that shall call them. */
import { basename, dirname, join } from 'node:path'
import type { EventName } from '@hookline/core/protocol'
import type { AgentFound } from '../agents.ts'
import { dialectOf } from '../connect/connections.ts'
import { type Connecting, connecting } from '../connect/settings.ts'
import type { Io } from '../io.ts'
import type { Proposal } from './proposals.ts'

export interface Offer {
  readonly name: string
  readonly does: string
  /** When it runs, in a few words; for an agent, the file that is written. */
  readonly when: string
  readonly on: boolean
  /** One of the two. */
  readonly proposal?: Proposal
  readonly connecting?: Connecting
}
export interface Choice {
  readonly offer: Offer
  readonly on: boolean
  /** It stands in the file already. */
  readonly there: boolean
  /** Why it cannot be chosen. */
  readonly not?: string
}

export const hookOffer = (proposal: Proposal): Offer => ({
  name: proposal.name,
  does: proposal.does,
  when: proposal.when,
  on: proposal.on,
  proposal,
})

/** Agents that are here and do not read our files by themselves. */
export const agentOffers = (
  found: readonly AgentFound[],
  level: 'project' | 'user',
  root: string,
  env: Io['env'],
): readonly Offer[] =>
  found
    .filter(({ agent }) => dialectOf(agent)?.firedBy !== undefined)
    .map(({ agent }) => {
      const one = connecting(agent, level, root, env)
      const file = join(basename(dirname(one.file)), basename(one.file))
      return {
        name: `connect-${agent.name}`,
        does: `${agent.title} runs these hooks too`,
        when: level === 'user' ? `~/${file}` : file,
        on: true,
        connecting: one,
      }
    })

export const chosenHooks = (choices: readonly Choice[]): readonly Proposal[] =>
  choices.flatMap(({ on, offer }) => (on && offer.proposal !== undefined ? [offer.proposal] : []))
export const chosenAgents = (choices: readonly Choice[]): readonly Connecting[] =>
  choices.flatMap(({ on, offer }) => (on && offer.connecting !== undefined ? [offer.connecting] : []))

export const eventsOf = (proposals: readonly Proposal[]): readonly EventName[] =>
  proposals.flatMap(({ entries }) => entries.map(({ event }) => event))
