/** How a workspace stands with the trust store. Nothing of it is run. */
import { compose, type TrustFinding, type TrustStore } from '@hookline/core/node'

export async function lookAt(root: string): Promise<{ readonly finding: TrustFinding; readonly store: TrustStore }> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const finding = configs.trustOf(root)
  await hooks.close()
  return { finding, store: configs.store }
}
