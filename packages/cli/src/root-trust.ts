/** The trust of each directory of a workspace that has hooks of its own. */
import type { NodeConfigs, TrustFinding } from '@hookline/core/node'
import { changedPaths } from './trust-differences.ts'

export interface RootTrust {
  readonly root: string
  readonly trust: TrustFinding['state']
  /** The files that changed since they were trusted, relative to the root. */
  readonly changed?: readonly string[]
}

/** Without the roots that have no hooks and never had any. */
export const readRootTrust = (roots: readonly string[], configs: Pick<NodeConfigs, 'trustOf'>): readonly RootTrust[] =>
  roots.flatMap((root) => {
    const { state, content, approved } = configs.trustOf(root)
    if (content.items.length === 0 && approved === undefined) return []
    const changed = state === 'changed' && approved !== undefined ? changedPaths(content, approved) : undefined
    return [{ root, trust: state, ...(changed === undefined ? {} : { changed }) }]
  })
