/** Refuses commands that weaken a guard if an agent's shell runs them. This is the second line of defence after the pack config-guard. */
import { agentShellVariable, weakens } from '@hookline/core/node'
import type { Io } from './io.ts'
import { oneLine } from './plain.ts'

/** The message does not name the environment variable, because the agent reads the message and could unset it. */
export function refuseInAgentShell([name = '', ...args]: readonly string[], env: Io['env']): string | undefined {
  if (agentShellVariable(env) === undefined || !weakens([name, ...args], 'started')) return undefined
  return `${oneLine(name)}: this command changes the hooks that guard an agent, so it cannot run in an agent's shell. Ask the user to run it in their own terminal.`
}
