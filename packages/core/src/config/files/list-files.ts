/** Lists files within limits: those that match a glob, and those below a directory. */
import type { Files, Platform } from '../../ports.ts'
import { join } from '../paths.ts'

export type Listing = Pick<Files, 'isFile' | 'list'>
export interface Listed {
  readonly files: readonly string[]
  /** The directories that were listed. A new file in one of them may change the result. */
  readonly directories: readonly string[]
  /** Whether the limit was exceeded. */
  readonly cut: boolean
}

const MAX_FILES = 1000
const MAX_DIRECTORIES = 200
const MAX_DEPTH = 8
/** Directories with thousands of generated files, which contain no hooks. */
const skipped = new Set(['.git', 'node_modules', 'worktrees'])

/** Expands an absolute pattern. Each part with one of `*?[{` stands for all names that match it. */
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
    const listed = paths.slice(0, MAX_DIRECTORIES)
    directories.push(...listed)
    const found = listed.flatMap((path) =>
      files
        .list(path)
        .filter(fits)
        .map((name) => join(system, path, name)),
    )
    cut ||= found.length > MAX_FILES || paths.length > listed.length
    paths = found.slice(0, MAX_FILES)
  }
  return { files: paths.filter((path) => files.isFile(path)), directories, cut }
}

/** Whether a path is one of those that a pattern with a glob in its last part stands for. */
export function fitsGlob(pattern: string, path: string): boolean {
  const [directory = '', name = ''] = splitLast(pattern)
  const [other, found = ''] = splitLast(path)
  return directory === other && globMatcher(name)(found)
}
const splitLast = (path: string): readonly string[] => /^(.*[\\/])([^\\/]*)$/s.exec(path)?.slice(1) ?? ['', path]

/** Reads brackets, braces and parts with many stars as `*`, because binding too many files is safer than too few. */
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

/** Every file below the directories, sorted by name. */
export function filesBelow(tops: readonly string[], system: Platform['system'], files: Listing): Listed {
  const found: string[] = []
  const directories: string[] = []
  let cut = false
  const walk = (directory: string, depth: number): void => {
    if (depth > MAX_DEPTH || directories.length >= MAX_DIRECTORIES) {
      cut = true
      return
    }
    directories.push(directory)
    for (const name of files.list(directory).toSorted()) {
      if (skipped.has(name)) continue
      if (found.length >= MAX_FILES) {
        cut = true
        return
      }
      const path = join(system, directory, name)
      if (files.isFile(path)) found.push(path)
      else walk(path, depth + 1)
    }
  }
  for (const top of tops) walk(top, 0)
  return { files: found, directories, cut }
}
