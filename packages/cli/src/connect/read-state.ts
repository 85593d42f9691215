/** Reads the hooks of a root, their trust and their problems. It runs nothing and does not watch the files. */
import { compose, type Entry, logSettings, type Problem, type TrustFinding } from '@hookline/core/node'

export interface WorkspaceState {
  /** The entries of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
  readonly problems: readonly Problem[]
  /** The log takes every event. */
  readonly audits: boolean
}

export async function readState(root: string): Promise<WorkspaceState> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const { entries, problems, settings } = hooks
  const trust = configs.trustOf(root)
  await hooks.close()
  return { entries, trust, problems, audits: logSettings(settings, entries).audit === true }
}
