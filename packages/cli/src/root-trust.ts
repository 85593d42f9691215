/** The trust of each directory of a workspace that has hooks of its own. */
import type { NodeConfigs, TrustFinding } from '@hookline/core/node'

export interface RootTrust {
  readonly root: string
  readonly trust: TrustFinding['state']
}

/** Without the roots that have no hooks and never had any. */
export const readRootTrust = (roots: readonly string[], configs: Pick<NodeConfigs, 'trustOf'>): readonly RootTrust[] =>
  roots.flatMap((root) => {
    const { state, content, approved } = configs.trustOf(root)
    return content.items.length === 0 && approved === undefined ? [] : [{ root, trust: state }]
  })
