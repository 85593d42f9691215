/** Runs of Try and of replays: in scratch copies, in a process without network, one for the whole panel. */

import { quoted } from '../../entry-text.ts'
import type { Execute } from '../../hooktest/read/types.ts'
import { createRunners, type Runners } from '../../hooktest/run/isolate.ts'
import { openPlaces, type Places } from '../../replay/places.ts'
import { differences } from '../../trust/differences.ts'
import { lookAt } from '../../trust/look-at.ts'
import type { Scene } from '../scene/scene.ts'

export interface Contained {
  readonly execute: Execute
  /** Copies of the hook files as they are now, gone afterwards. */
  within<T>(scene: Scene, act: (places: Places) => Promise<T>): Promise<T>
  close(): void
}

/** `write`: the person started the panel to change hooks, so that changed ones may be tried before they are trusted again. */
export function createContained(signal: AbortSignal, write: boolean): Contained {
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
        async (roots) => scene.demo || (write && roots.every((root) => wasTrusted(scene, root))),
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

function wasTrusted({ configs }: Scene, root: string): boolean {
  const approval = configs.store.findApproval(root)
  return approval !== undefined && !approval.moved
}

/** What `openPlaces` says where the consent was refused. */
export const isUntrusted = (why: string): boolean => why.endsWith('not trusted')

const MOST_SHOWN = 5

/** Why the hooks of a workspace do not run here, and the way. */
export async function untrusted(root: string): Promise<string> {
  const { finding } = await lookAt(root)
  const way = `hookline trust add ${quoted(root)}`
  if (finding.approved === undefined)
    return `the hooks of this workspace are not trusted yet, so they do not run here: ${way}`
  // Hidden characters stay: the page shows them with marks, since this is what a person is about to approve.
  const changed = differences(finding.content, finding.approved).map(
    ({ sign, text }) => `${sign} ${text.trim().replace(/\s*\n\s*/g, ' ⏎ ')}`,
  )
  const rest = changed.length - MOST_SHOWN
  const shown = [...changed.slice(0, MOST_SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join('; ')
  return `the hooks of this workspace changed since they were trusted, so they do not run here${shown === '' ? '' : ` (${shown})`}: look at them with ${way}, or start the panel with --write to try them first`
}
