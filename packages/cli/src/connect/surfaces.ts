/** The surfaces outside which an event never happens, such as completions. From the agents' tables. */
import { type Surface, surfaces } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/protocol'
import { type Agent, agents } from '../agents.ts'

const nouns: Readonly<Record<Surface, string>> = {
  ide: 'the editor',
  cli: 'the command line',
  background: 'background agents',
  subagent: 'subagents',
  tab: 'completions (Tab)',
}

/** The surface outside which the event never happens, if none of these agents has it. For people. */
export function absentSurface(event: EventName, present: readonly Agent[]): string | undefined {
  const found = surfaces.find((surface) => agents.some((agent) => agent.surfaces?.[surface]?.events?.includes(event)))
  if (found === undefined || present.some((agent) => agent.surfaces?.[found] !== undefined)) return undefined
  return nouns[found]
}
