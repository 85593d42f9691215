/** Reads the hooks of a root, their trust and their problems. It runs nothing and does not watch the files. */
import { compose, type Entry, type Problem, type TrustFinding } from '@hookline/core/node'

export interface WorkspaceState {
  /** The entries of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
  readonly problems: readonly Problem[]
}

/** With `trust`, as if the root were trusted: an entry that waits for trust does not say whether it is off or broken. */
export async function readState(root: string, options: { readonly trust?: 'all' } = {}): Promise<WorkspaceState> {
  const { hooks, configs } = await compose({ ...options, workspaceRoots: [root], watch: false })
  const { entries, problems } = hooks
  const trust = configs.trustOf(root)
  await hooks.close()
  return { entries, trust, problems }
}
