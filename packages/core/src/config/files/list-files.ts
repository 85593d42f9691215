/** Files found by listing, within limits: what a glob stands for, and all that lies below a directory. */
import type { Files, Platform } from '../../ports.ts'
import { join } from '../paths.ts'

export type Listing = Pick<Files, 'isFile' | 'list'>
export interface Listed {
  readonly files: readonly string[]
  /** Those that were looked into: what appears in one of them may be another answer. */
  readonly directories: readonly string[]
  /** There was more than the limit. */
  readonly cut: boolean
}

const mostFiles = 1000
const mostDirectories = 200
const MAX_DEPTH = 8
/** Made by tools, by the thousand, and no place of hooks. */
const skipped = new Set(['.git', 'node_modules', 'worktrees'])

/** An absolute pattern; each part of it that holds one of `*?[{` may be any name that fits. */
export function expandGlob(pattern: string, system: Platform['system'], files: Listing): Listed {
  const directories: string[] = []
  const [first = '', ...parts] = pattern.split(system === 'win32' ? /[\\/]/ : '/')
  let paths: string[] = [first === '' ? '/' : first]
  let cut = false
  for (const part of parts) {
    if (!/[*?[{]/.test(part)) {
      paths = paths.map((path) => join(system, path, part))
      continue
    }
    const fits = globMatcher(part)
    const listed = paths.slice(0, mostDirectories)
    directories.push(...listed)
    const found = listed.flatMap((path) =>
      files
        .list(path)
        .filter(fits)
        .map((name) => join(system, path, name)),
    )
    cut ||= found.length > mostFiles || paths.length > listed.length
    paths = found.slice(0, mostFiles)
  }
  return { files: paths.filter((path) => files.isFile(path)), directories, cut }
}

/** Lists and braces are read as `*`, and so is a part with many stars: too much is bound rather than too little. */
function globMatcher(part: string): (name: string) => boolean {
  const simple = part.replace(/\[[^\]]*\]?|\{[^}]*\}?/g, '*').replace(/\*+/g, '*')
  if (simple.split('*').length > 4) return () => true
  const source = simple
    .replace(/[.+^$()|\\}\]]/g, '\\$&')
    .replaceAll('*', '[^]*')
    .replaceAll('?', '[^]')
  const pattern = new RegExp(`^${source}$`, 'u')
  return (name) => pattern.test(name)
}

/** Every file below, in order of name. */
export function filesBelow(tops: readonly string[], system: Platform['system'], files: Listing): Listed {
  const found: string[] = []
  const directories: string[] = []
  let cut = false
  const look = (directory: string, depth: number): void => {
    if (depth > MAX_DEPTH || directories.length >= mostDirectories) {
      cut = true
      return
    }
    directories.push(directory)
    for (const name of files.list(directory).toSorted()) {
      if (skipped.has(name)) continue
      if (found.length >= mostFiles) {
        cut = true
        return
      }
      const path = join(system, directory, name)
      if (files.isFile(path)) found.push(path)
      else look(path, depth + 1)
    }
  }
  for (const top of tops) look(top, 0)
  return { files: found, directories, cut }
}
