/** Everything `init` sees before it proposes anything. */
import { join } from 'node:path'
import { sourceSetup } from '@hookline/core/node'
import { entriesOf } from '../switch/find-entry.ts'
import { type AgentFound, findAgents, findHookFiles } from './agents.ts'
import { lookAt } from './look.ts'
import { findStack, type Stack } from './stack.ts'

export interface Found {
  readonly agents: readonly AgentFound[]
  readonly stack: Stack
  /** Files with hooks, and how many of them count for the engine. */
  readonly existing: readonly { readonly file: string; readonly hooks: number }[]
}

export async function lookAround(root: string): Promise<Found> {
  const project = lookAt(root)
  const home = lookAt(sourceSetup().platform.home)
  const entries = await entriesOf(root)
  const existing = findHookFiles(project).map((file) => ({
    file,
    hooks: entries.filter(({ origin, broken }) => origin.file === join(root, file) && broken === undefined).length,
  }))
  return { agents: findAgents(project, home), stack: findStack(project), existing }
}

/** For --json: names where the rest is only ours. */
export const foundData = ({ stack, ...found }: Found) => ({
  ...found,
  stack: { ...stack, formatters: stack.formatters.map(({ name }) => name) },
})
