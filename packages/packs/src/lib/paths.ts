/** Compares path patterns from parameters with the paths in events. */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { globPattern } from '@hookline/core/sdk'

/** Returns the first pattern that a path matches, ignoring case. A directory matches patterns that match everything in it. */
export type GlobMatcher = (path: string) => string | undefined

export function createGlobMatcher(patterns: readonly string[], home = ''): GlobMatcher {
  const rows = patterns.map((pattern) => {
    const spelled = pattern.startsWith('~/') && home !== '' ? home + pattern.slice(1) : pattern
    return { pattern, expression: new RegExp(globPattern(spelled), 'i') }
  })
  return (given) => {
    const path = shortenPath(given)
    const spelled = [...new Set([path, foldCase(path)])].flatMap((one) => [one, `${one}/x`])
    return rows.find(({ expression }) => spelled.some((one) => expression.test(one)))?.pattern
  }
}

/** Folds names as case-insensitive file systems do: `.curſor` becomes `.cursor`, and invisible characters are removed. */
const foldCase = (path: string): string =>
  path
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .toUpperCase()
    .toLowerCase()

/** Whether a branch or a host matches a list of a parameter, which may have wildcards. */
export const matchesAny = (patterns: readonly string[], name: string): boolean =>
  createGlobMatcher(patterns.map((pattern) => `/${pattern}`))(name) !== undefined

/** Each path is looked up on disk. No command that a person writes names more. */
export const MAX_PATHS = 400

/** No system opens a longer path. */
const MAX_PATH_LENGTH = 4_096

/** Keeps only the end of a longer text, which names the file, to limit the cost of regular expressions. */
const shortenPath = (path: string): string =>
  path.length <= MAX_PATH_LENGTH
    ? path
    : path.slice(path.indexOf('/', path.length - MAX_PATH_LENGTH) + 1).slice(-MAX_PATH_LENGTH)

/** Every form of a path that a pattern may match: as given, absolute, and with links resolved. */
export function spellings(path: string, cwd: string): readonly string[] {
  const full = resolve(cwd, path)
  return [...new Set([path, full, resolveLinks(full)])].map((one) => one.replaceAll('\\', '/'))
}

const MAX_LINKS = 16
/** Resolves links, also for a path that does not exist yet, and for a dangling link, through which a write would create a file. */
function resolveLinks(path: string, links = 0): string {
  if (path.length > MAX_PATH_LENGTH) return path
  if (exists(path)) return real(path)
  // Goes from the root down and stops at the first part that does not exist.
  for (let end = nextEnd(path, 1); end !== -1; end = nextEnd(path, end + 1)) {
    const part = path.slice(0, end)
    if (exists(part)) continue
    const target = links < MAX_LINKS ? linkTarget(part) : undefined
    if (target !== undefined)
      return resolveLinks(resolve(real(dirname(part)), target, `.${path.slice(end)}`), links + 1)
    const above = dirname(part)
    return join(real(above), path.slice(above.length))
  }
  return path
}

const SEPARATOR = /[\\/]/
/** The end of the next name in a path; -1 after the last. */
function nextEnd(path: string, from: number): number {
  if (from > path.length) return -1
  for (let at = from; at < path.length; at++) if (SEPARATOR.test(path.charAt(at))) return at
  return path.length
}

/** Checks without an exception, which would be slow. */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

export const isInside = (path: string, directories: readonly string[]): boolean =>
  directories.some((directory) => {
    const rest = relative(directory, path)
    return rest === '' || (!rest.startsWith('..') && !isAbsolute(rest))
  })
