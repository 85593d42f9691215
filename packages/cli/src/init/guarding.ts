/** Checks whether the hooks that `init` wrote guard anything. A proof in our engine means nothing if the agent never calls it. */
import type { Entry } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { agentObstacles, fileObstacles, type Obstacle, obstacleText } from '../connect/obstacles.ts'
import { stateObstacles } from '../connect/state-obstacles.ts'
import { survey } from '../doctor/survey.ts'
import type { Io } from '../io.ts'
import type { Proved } from '../proof/prove.ts'
import type { Style } from '../text/style.ts'
import { throughText } from './agent-proof.ts'

/** `agent` is the name of the only agent that the obstacle stops. Without it, the obstacle stops all of them. */
export interface FoundObstacle extends Obstacle {
  readonly agent?: string
}

/** `before` are the entries that `init` found. A missing state directory is an obstacle only if there were some. */
export async function obstaclesAt(
  root: string,
  agents: readonly Agent[],
  before: readonly Entry[],
  env: Io['env'],
): Promise<readonly FoundObstacle[]> {
  const surveyed = await survey(root, 'hookline', env)
  await surveyed.hooks.close()
  const found: readonly FoundObstacle[] = [
    ...fileObstacles(surveyed),
    ...stateObstacles(surveyed.stateDirectory, before),
    ...agents.flatMap((agent) => agentObstacles(agent, surveyed).map((one) => ({ ...one, agent: agent.name }))),
  ]
  return found.filter((one, at) => found.findIndex(({ says }) => says === one.says) === at)
}

/** Of these, the agents that no obstacle stops. */
export const freeAgents = <T extends { readonly agent: Agent }>(
  of: readonly T[],
  obstacles: readonly FoundObstacle[],
) => of.filter(({ agent }) => obstacles.every((one) => one.agent !== agent.name))

/** Whether nothing guards at all. An obstacle of one agent leaves the others. */
export const isStopped = (agents: readonly { readonly agent: Agent }[], obstacles: readonly FoundObstacle[]): boolean =>
  obstacles.some(({ agent }) => agent === undefined) ||
  (obstacles.length > 0 && freeAgents(agents, obstacles).length === 0)

/** The last step of connecting one of several agents is not a failure. */
export const hasFailed = (agents: readonly { readonly agent: Agent }[], obstacles: readonly FoundObstacle[]): boolean =>
  isStopped(agents, obstacles) || obstacles.some(({ isStep }) => isStep !== true)

/** If other agents guard, the text says only what stops this one. */
export const obstaclesText = (obstacles: readonly FoundObstacle[], style: Style, othersGuard = false): string =>
  obstacles
    .map((one) => {
      const mark = othersGuard && one.isStep === true ? style.yellow('–') : style.red('✗')
      return `${mark} ${othersGuard ? one.says : obstacleText(one)}\n  → ${one.next}\n`
    })
    .join('')

/** With an obstacle, a proof in the engine alone does not count, nor one through the command of an agent that it stops. */
export function withObstacles(
  proved: readonly Proved[],
  agents: readonly { readonly agent: Agent }[],
  obstacles: readonly FoundObstacle[],
): readonly Proved[] {
  const stopped = isStopped(agents, obstacles)
  const reasonFor = ({ through }: Proved) =>
    (stopped
      ? obstacles[0]
      : obstacles.find(({ agent: name }) =>
          agents.some(({ agent }) => agent.name === name && throughText(agent) === through),
        )
    )?.says
  return proved.map((one) => {
    const why = reasonFor(one)
    return one.state !== 'proved' || why === undefined ? one : { ...one, state: 'not proved', why }
  })
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
