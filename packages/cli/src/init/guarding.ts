/** Whether what `init` wrote guards anything: a proof in our own engine says nothing when the agent never calls it. */
import type { Entry } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { agentObstacles, fileObstacles, type Obstacle, obstacleText } from '../connect/obstacles.ts'
import { stateObstacles } from '../connect/state-obstacles.ts'
import { survey } from '../doctor/survey.ts'
import type { Io } from '../io.ts'
import type { Proved } from '../proof/prove.ts'
import type { Style } from '../style.ts'

/** `before`: the entries that `init` found. Only with them a missing state directory is a loss. */
export async function obstaclesAt(
  root: string,
  agents: readonly Agent[],
  before: readonly Entry[],
  env: Io['env'],
): Promise<readonly Obstacle[]> {
  const seen = await survey(root, 'hookline', env)
  await seen.hooks.close()
  const found = [
    ...fileObstacles(seen),
    ...stateObstacles(seen.stateDirectory, before),
    ...agents.flatMap((agent) => agentObstacles(agent, seen)),
  ]
  return found.filter((one, at) => found.findIndex(({ says }) => says === one.says) === at)
}

export const obstaclesText = (obstacles: readonly Obstacle[], style: Style): string =>
  obstacles.map((one) => `${style.red('✗')} ${obstacleText(one)}\n  → ${one.next}\n`).join('')

/** What holds in the engine alone is not proved while something stands in the way. */
export const provedWith = (proved: readonly Proved[], obstacles: readonly Obstacle[]): readonly Proved[] => {
  const [first] = obstacles
  if (first === undefined) return proved
  return proved.map((one) => (one.state === 'proved' ? { ...one, state: 'not proved', why: first.says } : one))
}

/** A file that cannot be edited ends the command: what that means for the guard is said before. */
export function planOrSay<T>(obstacles: readonly Obstacle[], style: Style, io: Io, plan: () => T): T {
  try {
    return plan()
  } catch (thrown) {
    io.stderr.write(obstaclesText(obstacles, style))
    throw thrown
  }
}
