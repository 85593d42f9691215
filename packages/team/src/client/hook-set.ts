/** The files of a hook set: the text of its hook files, and the target of each script and module. */
import { createHash } from 'node:crypto'
import { observedFile, pausesFile, type SetManifest, type SignedPause } from '@hookline/core/team'
import type { BundledHook, BundledObservation } from '../wire/bundle.ts'
import { createObservedFile, createSetFiles, type ObservedFile } from '../wire/hooks-file.ts'
import { findIgnored, findLoadProblem, loadPacks, type SystemName } from '../wire/load-problem.ts'
import type { Machine } from './device/machine.ts'
import { TeamError } from './failure.ts'

export interface HookSet {
  readonly revision: number
  /** The revision that began the rollout of these hooks, or 0 for the stable hooks. */
  readonly candidate: number
  /** The text of hooks.json and, if there are any, of hookline.json and of the pauses. */
  readonly hookFiles: Readonly<Record<string, string>>
  /** The target of each script and module by file name. */
  readonly targets: ReadonlyMap<string, string>
  /** The hook id for each line of hookline.json or, without one, of hooks.json. */
  readonly lines: Readonly<Record<string, number>>
  /** Absent: no hook only observes. */
  readonly observed?: NonNullable<SetManifest['observed']>
  /** What the hook files have without effect, such as a setting that a team cannot set. */
  readonly ignored: readonly string[]
}

export interface SetContent {
  readonly hooks: readonly BundledHook[]
  readonly pauses: readonly SignedPause[]
  readonly observation?: BundledObservation | undefined
}

/** Refuses a set that the engine cannot load: it would close every gate, while the last good set still works. */
export async function createHookSet(
  { revision, candidate }: Pick<HookSet, 'revision' | 'candidate'>,
  { hooks, pauses, observation }: SetContent,
  { platform }: Machine,
): Promise<HookSet> {
  const set = createSetFiles(hooks, platform.system)
  if (typeof set !== 'string' && 'hookline.json' in set.files) await loadPacks()
  const problem = typeof set === 'string' ? set : findLoadProblem(set.files, platform.system)
  if (typeof set === 'string' || problem !== undefined)
    throw new TeamError('refused', `the signed list of hooks is invalid: ${problem}`)
  const observed =
    observation === undefined ? undefined : await createObserved(observation.hooks, hooks, platform.system)
  const names = [...set.names, ...(observed?.names ?? [])]
  const targets = new Map(names.map(([{ target = '' }, name]) => [name, target]))
  const hookFiles = {
    ...set.files,
    ...(pauses.length === 0 ? {} : { [pausesFile]: formatPauses(pauses) }),
    ...(observed === undefined ? {} : { [observedFile]: observed.text }),
  }
  return {
    ...{ revision, candidate, hookFiles, targets, lines: set.lines },
    ...(observed === undefined ? {} : { observed: { candidate: observation?.candidate ?? 0, lines: observed.lines } }),
    ignored: findIgnored(set.files, platform.system),
  }
}

/** What the engine cannot load would observe nothing without a notice. */
async function createObserved(
  hooks: readonly BundledHook[],
  enforced: readonly BundledHook[],
  system: SystemName,
): Promise<ObservedFile> {
  const file = createObservedFile(hooks, enforced, system)
  await loadPacks()
  const problem = typeof file === 'string' ? file : findLoadProblem({ 'hookline.json': file.text }, system)
  if (typeof file === 'string' || problem !== undefined)
    throw new TeamError('refused', `the signed list of hooks is invalid: in its observation, ${problem}`)
  return file
}

const formatPauses = (pauses: readonly SignedPause[]): string => `${JSON.stringify(pauses, null, 2)}\n`

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
