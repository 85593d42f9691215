/** Reads the trust of a workspace. It runs nothing. */
import { compose, type Entry, type TrustFinding, type TrustStore } from '@hookline/core/node'

export interface ReadTrust {
  readonly finding: TrustFinding
  readonly store: TrustStore
  readonly entries: readonly Entry[]
}

export async function readTrust(root: string): Promise<ReadTrust> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const finding = configs.trustOf(root)
  const { entries } = hooks
  await hooks.close()
  return { finding, store: configs.store, entries }
}
