/** Resolves links in a path, so that the path that hooks check is the file that is opened. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Returns the path as given, unless a link inside the workspace leads elsewhere: then the real path. Links to the workspace itself are kept. */
export function resolveLinks(path: string, roots: readonly string[]): string {
  const real = realPath(path)
  if (real === path) return path
  const root = roots.find((one) => path === one || path.startsWith(one.endsWith(sep) ? one : one + sep))
  return root !== undefined && real === join(realPath(root), path.slice(root.length)) ? path : real
}

const MAX_LINKS = 40

/** Also works for a file that does not exist yet, and a link to one. For circular links the file system reports the error later. */
function realPath(path: string, links = 0): string {
  try {
    return realpathSync.native(path)
  } catch {
    if (dirname(path) === path || links > MAX_LINKS) return path
    const at = join(realPath(dirname(path), links + 1), basename(path))
    return isLink(at) ? realPath(resolve(dirname(at), readlinkSync(at)), links + 1) : at
  }
}

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** Throws if the path leads elsewhere than when the hooks checked it. */
export function assertSameTarget(path: string, roots: readonly string[]): string {
  const now = resolveLinks(path, roots)
  if (now !== path)
    throw new Error(
      `${path} became a link to ${now} while the hooks checked it, so it was not opened. Try again, and the hooks check ${now}.`,
    )
  return path
}
