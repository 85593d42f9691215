/** Which workspace a directory belongs to, and how a path is shown. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { approvedRoots } from '@hookline/core/node'

const marks = ['.cursor', '.hookline', '.claude', '.git']
/** In a home directory these are the person's own and make no workspace. */
const ownInHome = new Set(['.cursor', '.claude'])

/**
 * The nearest directory upward that holds one of the marks, else the directory itself. A directory that was trusted stays a
 * workspace when its marks are deleted: its gates are closed then, and the project above it must not take its place.
 */
export function findRoot(directory: string, home = homedir(), approved = () => approvedRoots()): string {
  let trusted: ReadonlySet<string> | undefined
  for (let at = directory; ; at = dirname(at)) {
    if (marks.some((mark) => !(at === home && ownInHome.has(mark)) && existsSync(join(at, mark)))) return at
    trusted ??= approved()
    if (trusted.has(at)) return at
    if (at === dirname(at)) return directory
  }
}

/** The shortest of: from the current directory, from home, whole. */
export function shownPath(path: string, cwd: string, home = homedir()): string {
  const short = relative(cwd, path)
  const fromHome = path.startsWith(home.endsWith(sep) ? home : home + sep) ? `~${sep}${relative(home, path)}` : path
  const best = short === '' || short.length >= fromHome.length ? fromHome : short
  return best.length < path.length ? best : path
}
