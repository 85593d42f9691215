/** Checks whether the hooks that `init` wrote guard anything. A proof in our engine means nothing if the agent never calls it. */
import type { Entry } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { agentObstacles, fileObstacles, type Obstacle, obstacleText } from '../connect/obstacles.ts'
import { stateObstacles } from '../connect/state-obstacles.ts'
import { survey } from '../doctor/survey.ts'
import type { Io } from '../io.ts'
import type { Proved } from '../proof/prove.ts'
import type { Style } from '../style.ts'

/** `before` are the entries that `init` found. A missing state directory is an obstacle only if there were some. */
export async function obstaclesAt(
  root: string,
  agents: readonly Agent[],
  before: readonly Entry[],
  env: Io['env'],
): Promise<readonly Obstacle[]> {
  const surveyed = await survey(root, 'hookline', env)
  await surveyed.hooks.close()
  const found = [
    ...fileObstacles(surveyed),
    ...stateObstacles(surveyed.stateDirectory, before),
    ...agents.flatMap((agent) => agentObstacles(agent, surveyed)),
  ]
  return found.filter((one, at) => found.findIndex(({ says }) => says === one.says) === at)
}

export const obstaclesText = (obstacles: readonly Obstacle[], style: Style): string =>
  obstacles.map((one) => `${style.red('✗')} ${obstacleText(one)}\n  → ${one.next}\n`).join('')

/** With an obstacle, a proof in the engine alone does not count. */
export const withObstacles = (proved: readonly Proved[], obstacles: readonly Obstacle[]): readonly Proved[] => {
  const [first] = obstacles
  if (first === undefined) return proved
  return proved.map((one) => (one.state === 'proved' ? { ...one, state: 'not proved', why: first.says } : one))
}

/** What no agent would ask is not proved, even if the packs decide correctly. */
export const withAgents = (proved: readonly Proved[], agents: readonly Agent[]): readonly Proved[] =>
  agents.length > 0
    ? proved
    : proved.map((one) =>
        one.state === 'proved' ? { ...one, state: 'not proved', why: 'no agent calls Hookline' } : one,
      )

/** If a file cannot be edited the command ends, so the obstacles are printed first. */
export function planOrReport<T>(obstacles: readonly Obstacle[], style: Style, io: Io, plan: () => T): T {
  try {
    return plan()
  } catch (thrown) {
    io.stderr.write(obstaclesText(obstacles, style))
    throw thrown
  }
}
