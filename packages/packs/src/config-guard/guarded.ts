/** Decides whether a path is one of the files that guard an agent, and finds such files below a directory. Reads the disk, changes nothing. */
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { findProtectedPaths, globPattern, protectedNames } from '@hookline/core/sdk'
import { createGlobMatcher, spellings } from '../lib/paths.ts'
import { createWildcardMatcher } from '../lib/wildcards.ts'

export interface CommandContext {
  /** The directory in which the command or the tool runs. */
  readonly cwd: string
  readonly roots: readonly string[]
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Guarded {
  /** Whether an absolute path, or the known end of a path, is protected. */
  has(path: string): boolean
  /** Whether a path with wildcards may match a protected one. */
  mayBe(path: string): boolean
  /** The first existing protected file below a directory. */
  below(directory: string): string | undefined
  /** Existing protected files below a directory. */
  filesIn(directory: string): readonly string[]
}

interface Lists {
  readonly paths: readonly string[]
  readonly allow: readonly string[]
}

export function createGuarded({ paths, allow }: Lists): (where: CommandContext) => Guarded {
  const { names, directories, anchors } = protectedNames
  const all = [...directories, ...names, ...paths]
  const [listed, allowed, wild] = [createQuickMatcher(all), createGlobMatcher(allow), createWildcardMatcher(all)]
  const isListed = (path: string): boolean => listed(path) && allowed(path) === undefined
  // Cached files can be created again, so deleting a cache is allowed.
  const kept = anchors.filter((anchor) => !isCache(anchor))
  return (where) => {
    const bases = [...where.roots, where.home]
    const seen = new Map<string, readonly string[]>()
    // A command may name one path thousands of times, and each check reads the disk.
    const answers = new Map<string, boolean>()
    const isInProtectedPath = (path: string): boolean =>
      protectedPaths(where).some((one) => isBelow(path.toLowerCase(), one.toLowerCase())) && allowed(path) === undefined
    /** Protected paths of the workspace and the home directory below a directory, whether they exist or not. */
    const within = (directory: string): readonly string[] =>
      bases
        .filter((base) => isBelow(base, directory) || isBelow(directory, base))
        .flatMap((base) => kept.map((anchor) => join(base, anchor)))
        .filter((path) => isBelow(path, directory) && allowed(path) === undefined)
    return {
      has(path) {
        const known = answers.get(path)
        if (known !== undefined) return known
        const answer = isAbsolute(path)
          ? spellings(path, where.cwd).some((one) => isListed(one) || isInProtectedPath(one))
          : isListed(path)
        answers.set(path, answer)
        return answer
      },
      mayBe: (path) => wild(path) !== undefined && allowed(path) === undefined,
      below(directory) {
        const at = spellings(directory, where.cwd).at(-1) ?? directory
        if (!isDirectory(at)) return undefined
        const inside = basename(at) === 'node_modules' ? dirname(at) : at
        const near = bases.some((base) => isBelow(at, base)) ? kept.map((anchor) => join(inside, anchor)) : []
        const others = protectedPaths(where).filter((one) => !isCache(one))
        return [...new Set([...within(at), ...near, ...others])].find(
          (path) => isBelow(path, at) && allowed(path) === undefined && exists(path),
        )
      },
      filesIn(directory) {
        const before = seen.get(directory)
        if (before !== undefined) return before
        const files = within(directory).flatMap(filesOf)
        seen.set(directory, files)
        return files
      },
    }
  }
}

/** Combines all patterns in one expression, because every path of a command is tested and most match none. */
function createQuickMatcher(patterns: readonly string[]): (path: string) => boolean {
  const exactly = createGlobMatcher(patterns)
  // A leading slash avoids a search for the bare name below every directory, which takes quadratic time.
  const rooted = patterns.map((pattern) => (pattern.includes('/') ? pattern : `/${pattern}`))
  const hint = new RegExp(rooted.map((pattern) => `(?:${globPattern(pattern)})`).join('|'), 'i')
  const isPlain = /^[ -~]*$/
  return (long) => {
    const path = long.slice(-MAX_PATH_LENGTH)
    return isPlain.test(path) ? hint.test(path) || hint.test(`${path}/x`) : exactly(path) !== undefined
  }
}
/** No system opens a longer path. */
const MAX_PATH_LENGTH = 4_096

export const isBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`)

const CACHE_MS = 1_000
let last: { readonly key: string; readonly at: number; readonly paths: readonly string[] } | undefined
/** Needed for every path of a command and slow to find, so the result is cached for a moment. */
function protectedPaths(where: CommandContext): readonly string[] {
  const key = JSON.stringify([
    where.home,
    where.roots,
    where.env.PATH,
    where.env.XDG_STATE_HOME,
    where.env.XDG_CONFIG_HOME,
  ])
  const now = Date.now()
  if (last === undefined || last.key !== key || now - last.at > CACHE_MS)
    last = { key, at: now, paths: [...new Set(findProtectedPaths(where).flatMap((one) => spellings(one, '/')))] }
  return last.paths
}

const isCache = (path: string): boolean => /(^|[\\/])(\.cache|caches|cache)([\\/]|$)/i.test(path)

export const exists = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

const MAX_FILES = 200
/** The file itself, or the files of a directory. A package is represented by its manifest. */
function filesOf(path: string): readonly string[] {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return []
    if (!found.isDirectory()) return [path]
    if (/[\\/]node_modules[\\/]/.test(path)) return [join(path, 'package.json')]
    const names = readdirSync(path, { withFileTypes: true }).slice(0, MAX_FILES)
    return names.flatMap((name) => (name.isDirectory() ? [join(path, name.name, 'x')] : [join(path, name.name)]))
  } catch {
    return []
  }
}
