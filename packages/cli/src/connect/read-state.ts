/** Reads the hooks of a root, their trust and their problems. It runs nothing and does not watch the files. */
import { compose, type Entry, type Problem, type TrustFinding } from '@hookline/core/node'

export interface WorkspaceState {
  /** The entries of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
  readonly problems: readonly Problem[]
}

export async function readState(root: string): Promise<WorkspaceState> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const { entries, problems } = hooks
  const trust = configs.trustOf(root)
  await hooks.close()
  return { entries, trust, problems }
}
