/** Refuses commands that weaken a guard when an agent's shell runs them: the second line of defence after the pack config-guard. */
import { agentShellVariable, weakens } from '@hookline/core/node'
import type { Io } from './io.ts'
import { oneLine } from './plain.ts'

/** The message names no variable: the agent reads it, and could unset one. */
export function refuseInAgentShell([name = '', ...args]: readonly string[], env: Io['env']): string | undefined {
  if (agentShellVariable(env) === undefined || !weakens([name, ...args])) return undefined
  return `${oneLine(name)}: this changes what guards an agent, so it does not run in the shell of an agent. Ask the person to run it in a terminal of their own.`
}
