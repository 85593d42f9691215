/** The entries of a workspace's own hook files, and the scripts in it that they name. Nothing runs, and nobody's home is read. */
import { compose, type Entry } from '@hookline/core/node'
import { isInside } from '../../paths.ts'
import { isFile } from '../scratch/stat.ts'
import { contained } from './sources.ts'

export interface OwnEntries {
  readonly entries: readonly Entry[]
  scriptsOf(entry: Entry): readonly string[]
}

/** `home`: an empty one. */
export async function ownEntries(root: string, home: string): Promise<OwnEntries> {
  const { hooks, configs } = await compose({
    workspaceRoots: [root],
    home,
    sources: { only: contained(root, home) },
    trust: 'all',
    watch: false,
  })
  const { entries } = hooks
  await hooks.close()
  return {
    entries,
    scriptsOf: (entry) =>
      configs.store.findNamedPaths(root, entry).filter((path) => isInside(path, root) && isFile(path)),
  }
}
