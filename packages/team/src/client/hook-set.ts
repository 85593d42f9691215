/** The files of a set, by what they have to be: hooks.json itself, and scripts by the target they come from. */
import { createHash } from 'node:crypto'
import type { BundledHook } from '../wire/bundle.ts'
import { hooksFileOf } from '../wire/hooks-file.ts'
import { whyNotLoaded } from '../wire/loads.ts'
import { TeamError } from './failure.ts'
import type { Machine } from './machine.ts'

export interface HookSet {
  readonly revision: number
  readonly hooksFile: string
  /** The target of each script, by its name; hooks.json is not among them. */
  readonly targets: ReadonlyMap<string, string>
  /** Which hook stands in which line of hooks.json. */
  readonly lines: Readonly<Record<string, number>>
}

/** One that the engine would not load is refused: it would close every gate, and the last good one guards them. */
export function hookSet(revision: number, hooks: readonly BundledHook[], { platform }: Machine): HookSet {
  const file = hooksFileOf(hooks, platform.system)
  const why = typeof file === 'string' ? file : whyNotLoaded(file.text, platform.system)
  if (typeof file === 'string' || why !== undefined)
    throw new TeamError('refused', `the list of hooks cannot be used: ${why}`)
  const targets = new Map(hooks.map((hook) => [file.names.get(hook) as string, hook.target]))
  return { revision, hooksFile: file.text, targets, lines: file.lines }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
