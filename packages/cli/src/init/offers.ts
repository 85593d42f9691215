/** The choices of `hookline init`: packs to add, and agents to connect. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Agent, agents, type FoundAgent } from '../agents.ts'
import { movedSettings } from '../connect/connections.ts'
import { type Connection, connectionFor } from '../connect/settings.ts'
import type { Io } from '../io.ts'
import type { Suggestion } from './suggestions.ts'

export interface Offer {
  readonly name: string
  readonly does: string
  /** The events of a pack, shortened; for an agent the file that is written. */
  readonly when: string
  readonly on: boolean
  /** Why it cannot be chosen. */
  readonly not?: string
  /** Set for a pack. */
  readonly suggestion?: Suggestion
  /** Set for an agent. */
  readonly connection?: Connection
  /** No agent was found here, so that every agent is offered. */
  readonly isAbsent?: true
  /** Set for the files of the workspace with which the agents of colleagues call Hookline. */
  readonly shared?: readonly Connection[]
}
export interface Choice {
  readonly offer: Offer
  readonly on: boolean
  /** The file already has it. */
  readonly isThere: boolean
  /** Why it cannot be chosen. */
  readonly not?: string
}

/** Whether the user can turn it on and off. */
export const canToggle = ({ not, isThere }: Choice): boolean => not === undefined && !isThere

export const packOffer = (suggestion: Suggestion): Offer => ({
  name: suggestion.pack.name,
  does: suggestion.does,
  when: suggestion.when,
  on: suggestion.on,
  suggestion,
})

/** The agents found here that can be connected. If there is none, all that can be, and those with a hook file here are on. */
export function agentOffers(
  found: readonly FoundAgent[],
  root: string,
  home: string,
  env: Io['env'],
): readonly Offer[] {
  const here = found.map(({ agent }) => agent).filter(canConnect)
  const shown = here.length > 0 || root === home ? here : agents.filter(canConnect)
  return shown.map((agent) => {
    const one = connectionFor(agent, 'user', home, env)
    const moved = movedSettings(agent, env)
    return {
      name: `connect-${agent.name}`,
      does: `${agent.title} calls Hookline`,
      when: `~/${shortFile(one)}`,
      on: here.includes(agent) || agent.files.hookFiles.some((name) => existsSync(join(root, name))),
      connection: one,
      ...(here.includes(agent) ? {} : { isAbsent: true }),
      ...(moved === undefined ? {} : { not: `${agent.settings?.homeVariable} is set; use --project` }),
    }
  })
}

/** The files of the workspace with which everyone's agents call Hookline: of the agents that are offered and on. */
export function sharedOffer(
  offers: readonly Offer[],
  {
    with: wanted = [],
    project = false,
  }: { readonly with?: readonly string[] | undefined; readonly project?: boolean | undefined },
  root: string,
  env: Io['env'],
): readonly Offer[] {
  const shared = offers
    .filter(({ on, name }) => on || wanted.includes(name))
    .flatMap(({ connection }) => connection?.agent ?? [])
    .map((agent) => connectionFor(agent, 'project', root, env))
  if (shared.length === 0) return []
  const does = 'agents of colleagues call Hookline too'
  return [{ name: 'project-files', does, when: shared.map(shortFile).join(', '), on: project, shared }]
}

const shortFile = ({ file, root }: Connection): string => relative(root, file)

const canConnect = ({ settings }: Agent): boolean => settings !== undefined

export const chosenPacks = (choices: readonly Choice[]): readonly Suggestion[] =>
  choices.flatMap(({ on, offer }) => (on && offer.suggestion !== undefined ? [offer.suggestion] : []))
export const chosenAgents = (choices: readonly Choice[]): readonly Connection[] =>
  choices.flatMap(({ on, offer }) => (on && offer.connection !== undefined ? [offer.connection] : []))
export const chosenShared = (choices: readonly Choice[]): readonly Connection[] =>
  choices.flatMap(({ on, offer }) => (on && offer.shared !== undefined ? offer.shared : []))

/** A choice in the JSON output. */
export const proposalData = ({ offer: { name, does, when }, on, not }: Choice) => ({
  name,
  does,
  when,
  on,
  ...(not === undefined ? {} : { not }),
})
