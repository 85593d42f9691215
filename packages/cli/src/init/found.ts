/** Everything `init` sees before it proposes anything. */
import { join } from 'node:path'
import { callsHookline, type Entry, type Problem, sourceSetup, type TrustFinding } from '@hookline/core/node'
import { type AgentFound, agents, findAgents } from '../agents.ts'
import { connectionsOf } from '../connect/connections.ts'
import { standing } from '../connect/standing.ts'
import { type Look, lookAt } from './look.ts'
import { findStack, type Stack } from './stack.ts'

/** A file with hooks: how many count for the engine, how many entries are an agent's way to Hookline, what is wrong. */
interface Existing {
  readonly file: string
  readonly hooks: number
  readonly calls?: number
  readonly errors?: number
}

export interface Found {
  readonly agents: readonly AgentFound[]
  readonly stack: Stack
  readonly existing: readonly Existing[]
  /** Of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
}

export async function lookAround(root: string): Promise<Found> {
  const project = lookAt(root)
  const { entries, trust, problems } = await standing(root)
  const existing = findHookFiles(project).map((file) => {
    const here = entries.filter(({ origin, broken }) => origin.file === join(root, file) && broken === undefined)
    const calls = here.filter(callsHookline).length
    const errors = problems.filter((problem) => problem.file === join(root, file) && isError(problem)).length
    return {
      file,
      hooks: here.length - calls,
      ...(calls === 0 ? {} : { calls }),
      ...(errors === 0 ? {} : { errors }),
    }
  })
  const seen = findAgents(root, sourceSetup().platform.home)
  return { agents: [...seen, ...connectedAgents(seen, entries)], stack: findStack(project), existing, entries, trust }
}

/** Not seen by their files, and yet they call Hookline from here. */
const connectedAgents = (seen: readonly AgentFound[], entries: readonly Entry[]): readonly AgentFound[] =>
  agents.flatMap((agent) => {
    const [first] = connectionsOf(agent, entries)
    if (first === undefined || seen.some((one) => one.agent === agent)) return []
    return [{ agent, where: ['project'], at: first.origin.file ?? '' }]
  })

/** Of the file itself: that it changed since it was trusted is told elsewhere. */
const isError = ({ code, severity }: Problem): boolean => severity === 'error' && code !== 'trust-changed'

/** Files of the workspace that hold hooks, ours among them. */
export const findHookFiles = (project: Look): readonly string[] =>
  ['.hookline/hookline.json', ...agents.flatMap(({ files }) => files.hookFiles)].filter(
    (file) => project.has(file) && (file.endsWith('hooks.json') || /"(hooks|packs)"\s*:/.test(project.text(file))),
  )

/** For --json: names where the rest is only ours. */
export const foundData = ({ stack, existing, agents: found }: Found) => ({
  agents: found.map(({ agent, where }) => ({ name: agent.title, where })),
  stack,
  existing,
})
