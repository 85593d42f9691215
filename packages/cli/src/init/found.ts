/** Everything `init` sees before it proposes anything. */
import { join } from 'node:path'
import { callsHookline, compose, type Entry, sourceSetup, type TrustFinding } from '@hookline/core/node'
import { type AgentFound, agents, findAgents } from '../agents.ts'
import { type Look, lookAt } from './look.ts'
import { findStack, type Stack } from './stack.ts'

export interface Found {
  readonly agents: readonly AgentFound[]
  readonly stack: Stack
  /** Files with hooks, how many of them count for the engine, and how many entries are an agent's way to Hookline. */
  readonly existing: readonly { readonly file: string; readonly hooks: number; readonly calls?: number }[]
  /** Of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
}

export async function lookAround(root: string): Promise<Found> {
  const project = lookAt(root)
  const { entries, trust } = await standing(root)
  const existing = findHookFiles(project).map((file) => {
    const here = entries.filter(({ origin, broken }) => origin.file === join(root, file) && broken === undefined)
    const calls = here.filter(({ command }) => callsHookline(command)).length
    return { file, hooks: here.length - calls, ...(calls === 0 ? {} : { calls }) }
  })
  const found = findAgents(root, sourceSetup().platform.home)
  return { agents: found, stack: findStack(project), existing, entries, trust }
}

/** Without watching, without running anything. */
export async function standing(root: string): Promise<Pick<Found, 'entries' | 'trust'>> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const { entries } = hooks
  const trust = configs.trustOf(root)
  await hooks.close()
  return { entries, trust }
}

/** Files of the workspace that hold hooks, ours among them. */
export const findHookFiles = (project: Look): readonly string[] =>
  ['.hookline/hookline.json', ...agents.flatMap(({ hookFiles }) => hookFiles)].filter(
    (file) => project.has(file) && (file.endsWith('hooks.json') || /"hooks"\s*:/.test(project.text(file))),
  )

/** For --json: names where the rest is only ours. */
export const foundData = ({ stack, existing, agents: found }: Found) => ({
  agents: found.map(({ agent, where }) => ({ name: agent.title, where })),
  stack: { ...stack, formatters: stack.formatters.map(({ name }) => name) },
  existing,
})
