/** What stands at a root now: its hooks, whether they are trusted, and their problems. Watches nothing and runs nothing. */
import { compose, type Entry, type Problem, type TrustFinding } from '@hookline/core/node'

export interface Standing {
  /** Of every source. */
  readonly entries: readonly Entry[]
  readonly trust: TrustFinding
  readonly problems: readonly Problem[]
}

export async function standing(root: string): Promise<Standing> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const { entries, problems } = hooks
  const trust = configs.trustOf(root)
  await hooks.close()
  return { entries, trust, problems }
}
