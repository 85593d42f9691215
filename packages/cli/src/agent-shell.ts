/** Refuses commands that weaken a guard if an agent's shell runs them. This is the second line of defence after the pack config-guard. */
import { agentShellVariable, weakens } from '@hookline/core/node'
import type { Io } from './io.ts'
import { oneLine } from './text/plain.ts'

/** The message names neither a variable nor a program, because the agent reads the message. */
export async function refuseInAgentShell([name = '', ...args]: readonly string[], io: Io): Promise<string | undefined> {
  // The arguments of a process are known: no shell expands them any more.
  if (!weakens([name, ...args], 'started')) return undefined
  const by = await findAgent(io)
  if (by === undefined) return undefined
  const why = `${oneLine(name)}: this command changes the hooks that guard an agent`
  return by === 'unknown'
    ? `${why}, and Hookline cannot find out which program started it, so it does not run here. Run it in your own terminal.`
    : `${why}, so it cannot run in an agent's shell. Ask the user to run it in their own terminal.`
}

export const isAgentShell = async (io: Io): Promise<boolean> => (await findAgent(io)) !== undefined

/**
 * A variable shows an agent's shell, and so does a process of the agent that started this one, or one with the variable. In the
 * terminal of an editor with an agent a person works too, so there the editor counts only for a process without a terminal.
 */
async function findAgent(io: Io): Promise<'agent' | 'unknown' | undefined> {
  if (agentShellVariable(io.env) !== undefined) return 'agent'
  const { findAgentAncestor, processReader } = await import('./machine/ancestors.ts')
  const read = processReader()
  if (read === undefined) return undefined
  const found = findAgentAncestor(process.pid, read, { skipsEditors: hasTerminal(io) })
  return found === undefined || found === 'unknown' ? found : 'agent'
}

const hasTerminal = ({ stdin, stdout, stderr }: Io): boolean =>
  stdin.isTTY === true || stdout.isTTY === true || stderr.isTTY === true
