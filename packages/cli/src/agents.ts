/** Finds the agents used in a workspace and a home directory by their files. It runs nothing. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Agent, agents } from '@hookline/core/agents'

export {
  type Agent,
  type AgentCall,
  type AgentProgram,
  agents,
  type HookSwitch,
  type Pitfalls,
  type WholeFile,
} from '@hookline/core/agents'

export interface FoundAgent {
  readonly agent: Agent
  readonly where: readonly ('project' | 'user' | 'installed')[]
  /** The path that revealed the agent. */
  readonly at: string
}

export function findAgents(root: string, home: string): readonly FoundAgent[] {
  return agents.flatMap((agent) => {
    const here = root === home ? undefined : findTrace(root, agent.inRoot, agent)
    const own = findTrace(home, agent.inHome, agent)
    const where = [...(here === undefined ? [] : ['project' as const]), ...(own === undefined ? [] : ['user' as const])]
    const at = here ?? own
    return at === undefined ? [] : [{ agent, where, at }]
  })
}

const findTrace = (directory: string, names: readonly string[], { ours }: Agent): string | undefined =>
  names.map((name) => join(directory, name)).find((path) => existsSync(path) && !(ours && containsOnly(path, ours)))

function containsOnly(path: string, ours: ReadonlySet<string>): boolean {
  try {
    const names = readdirSync(path)
    return names.length > 0 && names.every((name) => ours.has(name))
  } catch {
    return false // The path is a file.
  }
}

/** `Cursor`, `Cursor and Codex`, `Cursor, Codex and Kiro` */
export function agentTitles(found: readonly Pick<Agent, 'title'>[]): string {
  const titles = found.map(({ title }) => title)
  const last = titles.at(-1) ?? ''
  return titles.length < 2 ? last : `${titles.slice(0, -1).join(', ')} and ${last}`
}
/** The agents with the form of the verb that fits: `Cursor calls`, `Cursor and Codex call`. */
export const agentsDo = (found: readonly Pick<Agent, 'title'>[], one: string, several: string): string =>
  `${agentTitles(found)} ${found.length === 1 ? one : several}`

/** Whether only documents say that the agent behaves as its row says. */
export const isUnproved = ({ proved }: Pick<Agent, 'proved'>): boolean => proved?.by === 'documents'
export const unprovedText = 'Known from its documents, not proved on the real program.'
