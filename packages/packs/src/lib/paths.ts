/** Paths as people write them in parameters, against paths as events carry them. */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { globPattern } from '@hookline/core/sdk'

/** The first pattern that a path matches, whatever its case; a directory matches what all in it would. */
export type Globs = (path: string) => string | undefined

export function globs(patterns: readonly string[], home = ''): Globs {
  const rows = patterns.map((pattern) => {
    const spelled = pattern.startsWith('~/') && home !== '' ? home + pattern.slice(1) : pattern
    return { pattern, expression: new RegExp(globPattern(spelled), 'i') }
  })
  return (given) => {
    const path = openable(given)
    const spelled = [...new Set([path, folded(path)])].flatMap((one) => [one, `${one}/x`])
    return rows.find(({ expression }) => spelled.some((one) => expression.test(one)))?.pattern
  }
}

/** As file systems that know no case compare names: `.curſor` is `.cursor`, and what is not seen does not count. */
const folded = (path: string): string =>
  path
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .toUpperCase()
    .toLowerCase()

/** Is a branch or a host one of those that a parameter lists, wildcards and all? */
export const isAmong = (patterns: readonly string[], name: string): boolean =>
  globs(patterns.map((pattern) => `/${pattern}`))(name) !== undefined

/** Each is looked up on the disk: no command that a person writes names so many. */
export const MOST_PATHS = 400

/** No system opens a longer path. */
const LONGEST_PATH = 4_096

/** Of a longer text only the end is compared, which names the file: expressions cost more than its length. */
const openable = (path: string): string =>
  path.length <= LONGEST_PATH
    ? path
    : path.slice(path.indexOf('/', path.length - LONGEST_PATH) + 1).slice(-LONGEST_PATH)

/** Every spelling of a path that a pattern may be about: as given, absolute, and where its links lead. */
export function spellings(path: string, cwd: string): readonly string[] {
  const full = resolve(cwd, path)
  return [...new Set([path, full, realOf(full)])].map((one) => one.replaceAll('\\', '/'))
}

const MOST_LINKS = 16
/** What is not there yet is where its directory leads; a link to nothing leads to where a write through it creates a file. */
function realOf(path: string, links = 0): string {
  if (path.length > LONGEST_PATH) return path
  if (exists(path)) return real(path)
  // From the root down: what follows the first gap is not asked for.
  for (let end = nextEnd(path, 1); end !== -1; end = nextEnd(path, end + 1)) {
    const part = path.slice(0, end)
    if (exists(part)) continue
    const target = links < MOST_LINKS ? linkTarget(part) : undefined
    if (target !== undefined) return realOf(resolve(real(dirname(part)), target, `.${path.slice(end)}`), links + 1)
    const above = dirname(part)
    return join(real(above), path.slice(above.length))
  }
  return path
}

const SEPARATOR = /[\\/]/
/** Where the next name of a path ends; -1 behind the last. */
function nextEnd(path: string, from: number): number {
  if (from > path.length) return -1
  for (let at = from; at < path.length; at++) if (SEPARATOR.test(path.charAt(at))) return at
  return path.length
}

/** Asking first: an exception costs more than all the rest. */
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
    const way = relative(directory, path)
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  })
