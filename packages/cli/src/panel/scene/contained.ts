/** Runs the hooks of Try and of replays: in scratch copies, in one process for the whole panel, without network. */

import type { Execute } from '../../hooktest/read/types.ts'
import { createRunners, type Runners } from '../../hooktest/run/isolate.ts'
import { openWorkspaces, type ReplayWorkspaces } from '../../replay/workspaces.ts'
import { quoted } from '../../text/entry-text.ts'
import { readTrust } from '../../trust/read-trust.ts'
import { differences } from '../../trust-differences.ts'
import type { Scene } from './scene.ts'

export interface ContainedRuns {
  readonly execute: Execute
  /** Runs `act` with copies of the current hook files, and deletes the copies afterwards. */
  withCopies<T>(scene: Scene, act: (copies: ReplayWorkspaces) => Promise<T>): Promise<T>
  close(): void
}

/** `write`: the user started the panel to change hooks, so changed hooks may be tried before they are trusted again. */
export function createContainedRuns(signal: AbortSignal, write: boolean): ContainedRuns {
  let runners: Runners | undefined
  return {
    async execute(job) {
      runners ??= createRunners(false, signal)
      const got = await runners.execute(job)
      // If the process ended, the next run starts a new one.
      if ('error' in got && got.processEnded === true) runners = undefined
      return got
    },
    async withCopies(scene, act) {
      const copies = openWorkspaces(
        scene.root,
        scene.env,
        async (roots) => scene.demo || (write && roots.every((root) => wasTrusted(scene, root))),
        scene.demo ? scene.home : undefined,
      )
      try {
        return await act(copies)
      } finally {
        await copies.close()
      }
    },
    close: () => void runners?.close(),
  }
}

function wasTrusted({ configs }: Scene, root: string): boolean {
  const approval = configs.store.findApproval(root)
  return approval !== undefined && !approval.moved
}

const MAX_SHOWN = 5

/** Why the hooks of a workspace do not run in the panel, and the command to trust them. */
export async function explainUntrusted(root: string): Promise<string> {
  const { finding } = await readTrust(root)
  const command = `hookline trust add ${quoted(root)}`
  if (finding.approved === undefined)
    return `the hooks of this workspace are not trusted yet, so the panel does not run them. To trust them, run: ${command}`
  // Keep hidden characters: the page marks them, because the user is about to approve this text.
  const changed = differences(finding.content, finding.approved, () => undefined).map(
    ({ sign, text }) => `${sign} ${text.trim().replace(/\s*\n\s*/g, ' ⏎ ')}`,
  )
  const rest = changed.length - MAX_SHOWN
  const shown = [...changed.slice(0, MAX_SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join('; ')
  return `the hooks of this workspace changed since they were trusted, so the panel does not run them${shown === '' ? '' : ` (${shown})`}. Review and trust them with ${command}, or restart the panel with --write to try them first`
}
