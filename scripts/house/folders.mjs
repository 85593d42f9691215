// Finds folders with more than 20 source files. Files of their subfolders do not count.
import { posix } from 'node:path'
import { rowFolders } from './lists.mjs'

const maxFiles = 20

export function findLargeFolders(files) {
  const counts = new Map()
  for (const { path } of files) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([path, count]) => count > maxFiles && !rowFolders.some((folder) => folder.path === path))
    .map(([path, count]) => ({ path, count }))
}
