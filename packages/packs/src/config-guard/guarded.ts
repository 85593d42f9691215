/** Whether a path is one that guards an agent, and what of that lies below a directory. Looks at the disk, changes nothing. */
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { findProtectedPaths, globPattern, protectedNames } from '@hookline/core/sdk'
import { globs, spellings } from '../lib/paths.ts'
import { wildcards } from '../lib/wildcards.ts'

export interface Where {
  /** Where the command or the tool runs. */
  readonly cwd: string
  readonly roots: readonly string[]
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Guarded {
  /** An absolute path, or the end of one whose beginning is not known. */
  has(path: string): boolean
  /** A path with wildcards that may stand for a protected one. */
  mayBe(path: string): boolean
  /** The first protected file below a directory that is really there. */
  below(directory: string): string | undefined
  /** Protected files that are really there, below this directory. */
  filesIn(directory: string): readonly string[]
}

interface Lists {
  readonly paths: readonly string[]
  readonly allow: readonly string[]
}

export function createGuarded({ paths, allow }: Lists): (where: Where) => Guarded {
  const { names, directories, anchors } = protectedNames
  const all = [...directories, ...names, ...paths]
  const [listed, allowed, wild] = [oneOf(all), globs(allow), wildcards(all)]
  const isListed = (path: string): boolean => listed(path) && allowed(path) === undefined
  // What can be made again may be deleted with the cache around it.
  const kept = anchors.filter((anchor) => !isCache(anchor))
  return (where) => {
    const bases = [...where.roots, where.home]
    const seen = new Map<string, readonly string[]>()
    // A text may name one path thousands of times, and each check reads the disk.
    const answers = new Map<string, boolean>()
    const inPlaces = (path: string): boolean =>
      placesOf(where).some((place) => isBelow(path.toLowerCase(), place.toLowerCase())) && allowed(path) === undefined
    /** Protected paths of the workspace and the home that lie in a directory, whether they are there or not. */
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
          ? spellings(path, where.cwd).some((one) => isListed(one) || inPlaces(one))
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
        const places = placesOf(where).filter((place) => !isCache(place))
        return [...new Set([...within(at), ...near, ...places])].find(
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

/** One expression for all patterns: each path of a command is tested, and most are none of these. */
function oneOf(patterns: readonly string[]): (path: string) => boolean {
  const exactly = globs(patterns)
  // A slash in front keeps a bare name from being searched below every directory, which costs the square of the length.
  const rooted = patterns.map((pattern) => (pattern.includes('/') ? pattern : `/${pattern}`))
  const hint = new RegExp(rooted.map((pattern) => `(?:${globPattern(pattern)})`).join('|'), 'i')
  const isPlain = /^[ -~]*$/
  return (long) => {
    const path = long.slice(-LONGEST_PATH)
    return isPlain.test(path) ? hint.test(path) || hint.test(`${path}/x`) : exactly(path) !== undefined
  }
}
/** No system opens a longer path. */
const LONGEST_PATH = 4_096

export const isBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`)

const KEPT_MS = 1_000
let last: { readonly key: string; readonly at: number; readonly places: readonly string[] } | undefined
/** Asked for every path of a command, and slow to find out: kept for a moment. */
function placesOf(where: Where): readonly string[] {
  const key = JSON.stringify([
    where.home,
    where.roots,
    where.env.PATH,
    where.env.XDG_STATE_HOME,
    where.env.XDG_CONFIG_HOME,
  ])
  const now = Date.now()
  if (last === undefined || last.key !== key || now - last.at > KEPT_MS)
    last = { key, at: now, places: [...new Set(findProtectedPaths(where).flatMap((place) => spellings(place, '/')))] }
  return last.places
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

const MOST_FILES = 200
/** The file itself, or the files of a directory. Of a package its manifest stands for all of it. */
function filesOf(path: string): readonly string[] {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return []
    if (!found.isDirectory()) return [path]
    if (/[\\/]node_modules[\\/]/.test(path)) return [join(path, 'package.json')]
    const names = readdirSync(path, { withFileTypes: true }).slice(0, MOST_FILES)
    return names.flatMap((name) => (name.isDirectory() ? [join(path, name.name, 'x')] : [join(path, name.name)]))
  } catch {
    return []
  }
}
