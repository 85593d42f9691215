/** The files of a hook set: the text of hooks.json, and the target of each script. */
import { createHash } from 'node:crypto'
import type { BundledHook } from '../wire/bundle.ts'
import { createHooksFile } from '../wire/hooks-file.ts'
import { findLoadProblem } from '../wire/load-problem.ts'
import type { Machine } from './device/machine.ts'
import { TeamError } from './failure.ts'

export interface HookSet {
  readonly revision: number
  readonly hooksFile: string
  /** The target of each script by script name, without hooks.json. */
  readonly targets: ReadonlyMap<string, string>
  /** The hook id for each line of hooks.json. */
  readonly lines: Readonly<Record<string, number>>
}

/** Refuses a set that the engine cannot load: it would close every gate, while the last good set still works. */
export function createHookSet(revision: number, hooks: readonly BundledHook[], { platform }: Machine): HookSet {
  const file = createHooksFile(hooks, platform.system)
  const problem = typeof file === 'string' ? file : findLoadProblem(file.text, platform.system)
  if (typeof file === 'string' || problem !== undefined)
    throw new TeamError('refused', `the signed list of hooks is invalid: ${problem}`)
  // The file has a name for each of these hooks.
  const targets = new Map(hooks.map((hook) => [file.names.get(hook) as string, hook.target]))
  return { revision, hooksFile: file.text, targets, lines: file.lines }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
