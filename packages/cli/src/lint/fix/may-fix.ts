/** Decides which files `--fix` may change: those of the workspace, or the one file that was named, but never managed files. */
import { realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import type { Finding } from '../rule.ts'

const readOnlySources = new Set(['enterprise', 'team', 'plugin', 'inline'])

/** `within` is the root of the workspace or the file. Symbolic links that lead out of it are not followed. */
export function mayFixIn(within: string): (finding: Finding) => boolean {
  const real = realPath(within) ?? within
  return ({ source, file, fix }) => {
    const path = realPath(fix?.kind === 'mode' ? fix.path : file)
    return !readOnlySources.has(source) && path !== undefined && isInside(real, path)
  }
}

function isInside(directory: string, path: string): boolean {
  const rest = relative(directory, path)
  return rest === '' || (!rest.startsWith('..') && !isAbsolute(rest))
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
