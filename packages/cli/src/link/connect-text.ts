/** The texts that `connect`, `init` and `team enroll` print about connected agents. */

import { dirname } from 'node:path'
import { isUnproved, unprovedText } from '../agents.ts'
import { connectable, connectableNames } from '../connect/agents-here.ts'
import { obstacleText } from '../connect/obstacles.ts'
import { settingsFiles } from '../connect/settings.ts'
import { exits } from '../io.ts'
import { shownPath } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import type { ConnectedAgent, ConnectReport } from './connect-agents.ts'

export function connectedText({ agents, result }: ConnectReport, style: Style, cwd: string): string {
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  return agents.map((one) => agentText(one, style, cwd)).join('')
}

function agentText({ connection, state, events, why, obstacles }: ConnectedAgent, style: Style, cwd: string): string {
  const { agent: writer, reader: agent, file } = connection
  const isOneOfSeveral = settingsFiles(agent, connection.level).length > 1 && writer.settings?.wholeFiles !== undefined
  const shown = oneLine(shownPath(isOneOfSeveral ? dirname(file) : file, cwd))
  const [first] = obstacles.filter(({ isStep }) => isStep !== true)
  if (why !== undefined) return `${style.red('✗')} ${agent.title} is not connected: ${oneLine(why)}\n`
  if (first !== undefined)
    return `${style.red('✗')} ${agent.title} is connected in ${shown}, but ${obstacleText(first)}\n  → ${first.next}\n`
  if (state === 'not connected') return `${style.yellow('–')} ${agent.title} is not connected\n`
  const { enable, review } = agent.settings ?? {}
  // An agent with a record of reviewed hooks shows whether the step is still to be taken.
  const isNeeded = review === undefined || obstacles.some(({ isStep }) => isStep === true)
  const text = isNeeded ? enable?.[connection.level] : undefined
  const step = text === undefined ? '' : `  → ${text}\n`
  const proof = isUnproved(agent) ? `  ${unprovedText}\n` : ''
  return `${style.green('✓')} ${agent.title} is ${state}: ${counted(events.length, 'event')} in ${shown}\n${step}${proof}`
}

/** If no agent was found on this machine. */
export const noAgentText = (): string =>
  `No agent was found on this machine. To connect one anyway, name it: hookline connect ${connectable[0]?.name}\nKnown agents: ${connectableNames()}\n`

export const connectExit = ({ result, agents }: ConnectReport): number =>
  result === 'declined' ||
  agents.some(({ why, obstacles }) => why !== undefined || obstacles.some(({ isStep }) => isStep !== true))
    ? exits.finding
    : exits.fine
