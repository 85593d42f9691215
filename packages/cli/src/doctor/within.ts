/** Whether a path stays in a workspace without a link on the way. Looks at nothing outside it. */
import { lstatSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export function staysWithin(path: string, root: string): boolean {
  const way = relative(root, path)
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || way.startsWith(sep)) return false
  let at = root
  for (const part of way.split(sep)) {
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
