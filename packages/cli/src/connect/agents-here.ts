/** Finds the agents on this machine that can call Hookline. It starts none of them. */
import { type Agent, agents, findAgents } from '../agents.ts'
import type { Io } from '../io.ts'
import { findProgram, searchPath } from '../machine/programs.ts'

/** Agents whose settings can call Hookline. */
export const connectable: readonly Agent[] = agents.filter(({ settings }) => settings !== undefined)
/** Their names, for help and messages. */
export const connectableNames = (): string => connectable.map(({ name }) => name).join(', ')

/** The agents on this machine: their files are in the home directory or the workspace, or their program is on the PATH. */
export function agentsHere(root: string, home: string, env: Io['env']): readonly Agent[] {
  const seen = findAgents(root, home).map(({ agent }) => agent)
  const path = searchPath(env)
  const isInstalled = ({ commands = [] }: Agent) => commands.some((name) => findProgram(name, path))
  return connectable.filter((agent) => seen.includes(agent) || isInstalled(agent))
}
