/** Chooses the agents that `connect` and `disconnect` work on. */
import { nearest } from '@hookline/core/node'
import { type Agent, agents } from '../agents.ts'
import { connectable, connectableNames } from '../connect/agents-here.ts'
import { UsageError } from '../flags.ts'
import { oneLine } from '../text/plain.ts'

/** Throws with the known names if one is not known. */
export const namedAgents = (names: readonly string[]): readonly Agent[] =>
  [...new Set(names)].map((name) => {
    const found = connectable.find((agent) => agent.name === name.toLowerCase())
    if (found !== undefined) return found
    const other = agents.find((agent) => agent.name === name.toLowerCase())
    if (other !== undefined)
      throw new UsageError(`${other.title} cannot be connected yet. Known agents: ${connectableNames()}`)
    const near = nearest(
      name,
      connectable.map((agent) => agent.name),
    )
    const hint = near === undefined ? '' : ` Did you mean ${near}?`
    throw new UsageError(
      `there is no agent ${JSON.stringify(oneLine(name))}.${hint} Known agents: ${connectableNames()}`,
    )
  })
