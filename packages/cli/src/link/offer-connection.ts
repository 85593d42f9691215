/** Offers to connect the agents of this machine after a command added hooks, or says that nothing calls them. */
import { sourceSetup } from '@hookline/core/node'
import { type Agent, agentsDo, agentTitles } from '../agents.ts'
import { canAsk } from '../confirm.ts'
import { knownAgents } from '../connect/reach.ts'
import { readState } from '../connect/read-state.ts'
import { connectionFor, isComplete } from '../connect/settings.ts'
import type { Io } from '../io.ts'
import { styleFor } from '../text/style.ts'
import { connectAgents } from './connect-agents.ts'
import { connectedText } from './connect-text.ts'

export interface UserConnections {
  readonly connected: readonly Agent[]
  /** On this machine, and the user's own settings of them do not call Hookline at every event. */
  readonly missing: readonly Agent[]
}

export async function findUserConnections(root: string, io: Io): Promise<UserConnections> {
  const { home } = sourceSetup().platform
  const { entries } = await readState(home)
  const isConnected = (agent: Agent) => isComplete(connectionFor(agent, 'user', home, io.env), entries)
  const known = knownAgents({ root, home, entries }, io.env)
  return { connected: known.filter(isConnected), missing: known.filter((agent) => !isConnected(agent)) }
}

/** For JSON. */
export const connectionNames = ({ connected, missing }: UserConnections) => ({
  connected: connected.map(({ name }) => name),
  notConnected: missing.map(({ name }) => name),
})

/** `hooks` names what would not run: `the hooks of the team`. Returns what is connected afterwards. */
export async function offerConnection(
  hooks: string,
  { yes, json }: { readonly yes?: boolean | undefined; readonly json?: boolean | undefined },
  io: Io,
): Promise<UserConnections> {
  const found = await findUserConnections(io.cwd, io)
  if (found.missing.length === 0 || (yes !== true && (json === true || !canAsk(io)))) {
    io.stderr.write(connectionText(hooks, found))
    return found
  }
  io.stderr.write(`${agentTitles(found.missing)} must call Hookline, so that ${hooks} run there.\n`)
  const report = await connectAgents(found.missing, { level: 'user', yes, json }, io)
  io.stderr.write(connectedText(report, styleFor(io.stderr, io.env), io.cwd))
  const now = await findUserConnections(io.cwd, io)
  if (now.missing.length > 0) io.stderr.write(connectionText(hooks, now))
  return now
}

export function connectionText(hooks: string, { connected, missing }: UserConnections): string {
  const runs =
    connected.length === 0 ? '' : `${agentsDo(connected, 'calls', 'call')} Hookline, so ${hooks} run there.\n`
  if (missing.length > 0)
    return `${runs}${agentsDo(missing, 'does not call', 'do not call')} Hookline, so ${hooks} do not run there. To connect: hookline connect\n`
  return connected.length > 0
    ? runs
    : `No agent was found on this machine, so nothing calls ${hooks} yet. To connect one: hookline connect <agent>\n`
}
