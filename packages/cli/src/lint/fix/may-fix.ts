/** What `--fix` may touch: the workspace's own files, or the one file that was named. Never a managed one. */
import { realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import type { Finding } from '../rule.ts'

const untouchable = new Set(['enterprise', 'team', 'plugin', 'inline'])

/** `within`: the root of the workspace, or the file. A link that leads out of it is not followed. */
export function mayFixIn(within: string): (finding: Finding) => boolean {
  const real = realPath(within) ?? within
  return ({ source, file, fix }) => {
    const path = realPath(fix?.kind === 'mode' ? fix.path : file)
    return !untouchable.has(source) && path !== undefined && isInside(real, path)
  }
}

function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
