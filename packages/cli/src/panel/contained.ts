/** Runs of Try and of replays: in scratch copies, in a process without network, one for the whole panel. */

import { createRunners, type Runners } from '../hooktest/isolate.ts'
import type { Execute } from '../hooktest/types.ts'
import { openPlaces, type Places } from '../replay/places.ts'
import type { Scene } from './scene.ts'

export interface Contained {
  readonly execute: Execute
  /** Copies of the hook files as they are now, gone afterwards. */
  within<T>(scene: Scene, act: (places: Places) => Promise<T>): Promise<T>
  close(): void
}

export function createContained(signal: AbortSignal): Contained {
  let runners: Runners | undefined
  return {
    async execute(job) {
      runners ??= createRunners(false, signal)
      const got = await runners.execute(job)
      // A process that ended is replaced for whoever asks next.
      if ('error' in got && got.error.startsWith('the process that runs the hooks')) runners = undefined
      return got
    },
    async within(scene, act) {
      const places = openPlaces(
        scene.root,
        scene.env,
        async (roots) => scene.demo || roots.every((root) => mayRun(scene, root)),
        scene.demo ? scene.home : undefined,
      )
      try {
        return await act(places)
      } finally {
        await places.close()
      }
    },
    close: () => runners?.close(),
  }
}

/** As `hookline test`: a workspace that was trusted once, so that a hook can be changed, tried and then trusted again. */
export function mayRun({ configs, demo, hooks }: Scene, root: string): boolean {
  if (demo || !hooks.entries.some(({ origin }) => origin.root === root)) return true
  const approval = configs.store.approvalOf(root)
  return approval !== undefined && !approval.moved
}
