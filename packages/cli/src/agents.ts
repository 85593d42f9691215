/** Finds the agents that are used here, by files alone: nothing is run. The rows are core's. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Agent, agents } from '@hookline/core/agents'

export { type Agent, type AgentProgram, agents, type Pitfalls } from '@hookline/core/agents'

export interface AgentFound {
  readonly agent: Agent
  readonly where: readonly ('project' | 'user')[]
  /** The first thing that showed it. */
  readonly at: string
}

export function findAgents(root: string, home: string): readonly AgentFound[] {
  return agents.flatMap((agent) => {
    const here = root === home ? undefined : seenIn(root, agent.inRoot, agent)
    const own = seenIn(home, agent.inHome, agent)
    const where = [...(here === undefined ? [] : ['project' as const]), ...(own === undefined ? [] : ['user' as const])]
    const at = here ?? own
    return at === undefined ? [] : [{ agent, where, at }]
  })
}

const seenIn = (directory: string, names: readonly string[], { ours }: Agent): string | undefined =>
  names.map((name) => join(directory, name)).find((path) => existsSync(path) && !(ours && isOnly(path, ours)))

function isOnly(path: string, ours: ReadonlySet<string>): boolean {
  try {
    const names = readdirSync(path)
    return names.length > 0 && names.every((name) => ours.has(name))
  } catch {
    return false // A file.
  }
}
