/** Where a path leads: the name that hooks judge must be the file that is opened. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** As it is spelled, unless a link inside its workspace leads elsewhere: then that place. How the workspace itself is reached stays. */
export function resolveLinks(path: string, roots: readonly string[]): string {
  const real = realOf(path)
  if (real === path) return path
  const root = roots.find((one) => path === one || path.startsWith(one.endsWith(sep) ? one : one + sep))
  return root !== undefined && real === join(realOf(root), path.slice(root.length)) ? path : real
}

const MOST_LINKS = 40

/** Also of a file that is not there yet, and of a link to one. Links without end are left for the disk to refuse. */
function realOf(path: string, links = 0): string {
  try {
    return realpathSync.native(path)
  } catch {
    if (dirname(path) === path || links > MOST_LINKS) return path
    const at = join(realOf(dirname(path), links + 1), basename(path))
    return isLink(at) ? realOf(resolve(dirname(at), readlinkSync(at)), links + 1) : at
  }
}

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** For an act: what the hooks looked at was this very place. */
export function assertSameTarget(path: string, roots: readonly string[]): string {
  const now = resolveLinks(path, roots)
  if (now !== path) throw new Error(`${path} leads to ${now}, which the hooks were not asked about`)
  return path
}
