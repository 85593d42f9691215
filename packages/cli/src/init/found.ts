/** Collects what `init` needs to know about a workspace before it suggests anything. */
import { join } from 'node:path'
import { callsHookline, type Entry, type Problem, sourceSetup, type TrustFinding } from '@hookline/core/node'
import { type Agent, agents, type FoundAgent, findAgents } from '../agents.ts'
import { agentsHere } from '../connect/agents-here.ts'
import { connectionsOf } from '../connect/connections.ts'
import { readState } from '../connect/read-state.ts'
import type { Io } from '../io.ts'
import { isInside } from '../paths.ts'
import { findOtherGuards, type OtherGuard } from './other-guards.ts'
import { openProject, type ProjectFiles } from './project-files.ts'
import { findStack, type Stack } from './stack.ts'

/** A file with hooks: the number of hooks, of entries that call Hookline, and of errors. */
interface ExistingFile {
  readonly file: string
  readonly hooks: number
  readonly calls?: number
  readonly errors?: number
}

export interface WorkspaceFacts {
  readonly agents: readonly FoundAgent[]
  readonly stack: Stack
  readonly existing: readonly ExistingFile[]
  readonly guards: readonly OtherGuard[]
  /** The entries of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
}

export async function inspectWorkspace(root: string, env: Io['env']): Promise<WorkspaceFacts> {
  const project = openProject(root)
  const { entries, trust, problems } = await readState(root)
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
  const { home } = sourceSetup().platform
  const seen = findAgents(root, home)
  const guards = findOtherGuards(project, home, entries)
  const connected = [...seen, ...connectedAgents(seen, root, entries)]
  const found = [...connected, ...installedAgents(connected, agentsHere(root, home, env))]
  return { agents: found, stack: findStack(project), existing, guards, entries, trust }
}

/** Agents without files here whose entries call Hookline. */
const connectedAgents = (seen: readonly FoundAgent[], root: string, entries: readonly Entry[]): readonly FoundAgent[] =>
  agents.flatMap((agent) => {
    const at = connectionsOf(agent, entries)[0]?.origin.file
    if (at === undefined || seen.some((one) => one.agent === agent)) return []
    return [{ agent, where: [isInside(at, root) ? 'project' : 'user'], at }]
  })

/** Agents without any files whose program is on the PATH. */
const installedAgents = (seen: readonly FoundAgent[], here: readonly Agent[]): readonly FoundAgent[] =>
  here
    .filter((agent) => !seen.some((one) => one.agent === agent))
    .map((agent) => ({ agent, where: ['installed'], at: '' }))

/** Errors of the file itself. A change since it was trusted is reported elsewhere. */
const isError = ({ code, severity }: Problem): boolean => severity === 'error' && code !== 'trust-changed'

/** Files of the workspace that contain hooks, including Hookline's own. */
export const findHookFiles = (project: ProjectFiles): readonly string[] =>
  ['.hookline/hookline.json', ...agents.flatMap(({ files }) => files.hookFiles)].filter(
    (file) => project.has(file) && (file.endsWith('hooks.json') || /"(hooks|packs)"\s*:/.test(project.text(file))),
  )

/** The facts for --json, with the names of agents. */
export const foundData = ({ stack, existing, guards, agents: found }: WorkspaceFacts) => ({
  agents: found.map(({ agent, where }) => ({ name: agent.title, where })),
  stack,
  existing,
  guards,
})
