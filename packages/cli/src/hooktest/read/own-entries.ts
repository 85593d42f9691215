/** Reads the entries of a workspace's own hook files, and finds the scripts they name. It runs nothing and reads no home directory. */
import { compose, type Entry } from '@hookline/core/node'
import { isFile } from '../../machine/file-stat.ts'
import { isInside } from '../../paths.ts'
import { containedSources } from './sources.ts'

export interface OwnEntries {
  readonly entries: readonly Entry[]
  scriptsOf(entry: Entry): readonly string[]
}

/** `home` is an empty directory. */
export async function readOwnEntries(root: string, home: string): Promise<OwnEntries> {
  const { hooks, configs } = await compose({
    workspaceRoots: [root],
    home,
    sources: { only: containedSources(root, home) },
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
