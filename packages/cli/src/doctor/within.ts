/** Checks that a path stays inside a workspace and goes through no link. It reads nothing outside the workspace. */
import { lstatSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export function staysWithin(path: string, root: string): boolean {
  const fromRoot = relative(root, path)
  if (fromRoot === '' || fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || fromRoot.startsWith(sep)) return false
  let at = root
  for (const part of fromRoot.split(sep)) {
    at = join(at, part)
    try {
      const stats = lstatSync(at, { throwIfNoEntry: false })
      if (stats === undefined) return true
      if (!stats.isFile() && !stats.isDirectory()) return false
    } catch {
      return false
    }
  }
  return true
}
