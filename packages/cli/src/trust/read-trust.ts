/** Reads the trust of a workspace. It runs nothing. */
import { compose, type TrustFinding, type TrustStore } from '@hookline/core/node'

export async function readTrust(root: string): Promise<{ readonly finding: TrustFinding; readonly store: TrustStore }> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const finding = configs.trustOf(root)
  await hooks.close()
  return { finding, store: configs.store }
}
