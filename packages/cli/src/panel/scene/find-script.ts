/** Finds a configured entry by its id, and the script that it runs. */
import type { Entry } from '@hookline/core/node'
import { realOf } from '../../log/real-path.ts'
import { isFile } from '../../machine/file-stat.ts'
import { isInside } from '../../paths.ts'
import { notFound } from '../server/failure.ts'
import type { Scene } from './scene.ts'

export function findEntry({ hooks }: Scene, id: string): Entry {
  const entry = hooks.entries.find((one) => one.id === id)
  if (entry === undefined)
    throw notFound('This hook does not exist any more, because its file changed. Reload the page.', 'hookline list')
  return entry
}

/** The first file that its command names, else its module. For a hook that is not trusted, only a file inside the workspace. */
export function findScript({ configs, root }: Scene, entry: Entry): string | undefined {
  const own = entry.origin.root ?? root
  const isUntrusted = entry.trust === 'untrusted' || entry.trust === 'changed'
  const mayShow = (file: string) => !isUntrusted || isInside(realOf(file), realOf(own))
  return configs.store.findNamedPaths(own, entry).find((file) => isFile(file) && mayShow(file))
}
