/** Hooks with `async` outlive `hookline run`: a detached process (`run --background <permit>`) runs and records them. */
import { dirname, join } from 'node:path'
import {
  type BackgroundWork,
  type CreateOptions,
  createHooks,
  freePermit,
  logDirectory,
  startDetached,
} from '@hookline/core/node'
import { exits, type Io, readAll } from '../io.ts'

/** The options of an engine that can be written as JSON. */
type Written = Pick<CreateOptions, 'workspaceRoots' | 'edition' | 'hostOwned' | 'agent' | 'log'>
interface HandedOver {
  readonly options: Written
  readonly work: BackgroundWork
}

const directory = (): string => join(dirname(logDirectory()), 'background')

/** Hands background hooks of an engine with these options to a process of their own. False: it cannot be started. */
export function handOver(work: BackgroundWork, created: CreateOptions, env: Io['env']): boolean {
  const command = process.argv[1]
  if (command === undefined) return false
  const { workspaceRoots, edition, hostOwned, agent, log } = created
  return startDetached({
    program: process.execPath,
    args: [...process.execArgv, command, 'run', '--background'],
    env,
    input: JSON.stringify({ options: { workspaceRoots, edition, hostOwned, agent, log }, work }),
    longestMs: work.longestMs,
    directory: directory(),
  })
}

/** Nothing is printed: no one reads it. The record says what the hooks did. */
export async function runHandedOver(permit: string, io: Io): Promise<number> {
  try {
    // Another process of this program wrote it.
    const { options, work } = JSON.parse(await readAll(io.stdin)) as HandedOver
    const hooks = await createHooks({ ...options, events: [work.event], mode: 'one-shot', env: io.env })
    await hooks.untyped.resume(work)
    await hooks.close()
    return exits.fine
  } finally {
    freePermit(directory(), permit)
  }
}
