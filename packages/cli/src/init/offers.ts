/** What can be switched on or off: packs, and the agents that shall call Hookline. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Agent, type AgentFound, agents } from '../agents.ts'
import { type Connecting, connecting } from '../connect/settings.ts'
import type { Io } from '../io.ts'
import type { Suggestion } from './suggestions.ts'

export interface Offer {
  readonly name: string
  readonly does: string
  /** When it runs, in a few words; for an agent, the file that is written. */
  readonly when: string
  readonly on: boolean
  /** One of the two. */
  readonly suggestion?: Suggestion
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

/** May be switched. */
export const isFree = ({ not, there }: Choice): boolean => not === undefined && !there

export const packOffer = (suggestion: Suggestion): Offer => ({
  name: suggestion.pack.name,
  does: suggestion.does,
  when: suggestion.when,
  on: suggestion.on,
  suggestion,
})

/** Agents that are here and can be made to call Hookline; where none is, those that could be, on where a hook file of theirs is. */
export function agentOffers(
  found: readonly AgentFound[],
  level: 'project' | 'user',
  root: string,
  env: Io['env'],
): readonly Offer[] {
  const here = found.map(({ agent }) => agent).filter(canCall)
  const shown = here.length > 0 || level === 'user' ? here : agents.filter(canCall)
  return shown.map((agent) => {
    const one = connecting(agent, level, root, env)
    const file = join(basename(dirname(one.file)), basename(one.file))
    return {
      name: `connect-${agent.name}`,
      does: `${agent.title} calls Hookline`,
      when: level === 'user' ? `~/${file}` : file,
      on: here.includes(agent) || agent.files.hookFiles.some((name) => existsSync(join(root, name))),
      connecting: one,
    }
  })
}

const canCall = ({ settings }: Agent): boolean => settings !== undefined

export const chosenPacks = (choices: readonly Choice[]): readonly Suggestion[] =>
  choices.flatMap(({ on, offer }) => (on && offer.suggestion !== undefined ? [offer.suggestion] : []))
export const chosenAgents = (choices: readonly Choice[]): readonly Connecting[] =>
  choices.flatMap(({ on, offer }) => (on && offer.connecting !== undefined ? [offer.connecting] : []))
