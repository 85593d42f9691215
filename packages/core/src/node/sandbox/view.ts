/** Which files are left in the view of a hook where some paths are hidden or protected. */
import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** All directories above the paths, the outermost first. */
export function ancestorsOf(paths: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const path of paths) for (let at = dirname(path); !found.has(at); at = dirname(at)) found.add(at)
  return [...found].sort((a, b) => a.length - b.length)
}

/**
 * The largest parts of the file tree that contain none of the paths. Links are left out: what one leads to is in the tree at its
 * own place, or is hidden there.
 */
export function treeWithout(paths: readonly string[]): readonly string[] {
  const leftOut = new Set(paths)
  const leading = ancestorsOf(paths)
  const isLeading = new Set(leading)
  return leading
    .filter((directory) => !paths.some((path) => isWithin(directory, path)))
    .flatMap((directory) => childrenOf(directory))
    .filter(({ path, target }) => target === undefined && !leftOut.has(path) && !isLeading.has(path))
    .map(({ path }) => path)
}

export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)

export interface Child {
  readonly path: string
  /** Of a symbolic link. */
  readonly target?: string
}

/** A directory that cannot be read has none. */
export function childrenOf(directory: string): readonly Child[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name)
      return entry.isSymbolicLink() ? linkAt(path) : [{ path }]
    })
  } catch {
    return []
  }
}

function linkAt(path: string): readonly Child[] {
  try {
    return [{ path, target: readlinkSync(path) }]
  } catch {
    return []
  }
}
