/** Paths as people write them in parameters, against paths as events carry them. */
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { globPattern } from '@hookline/core/sdk'

/** The first pattern that a path matches, whatever its case; a directory matches what all in it would. */
export type Globs = (path: string) => string | undefined

export function globs(patterns: readonly string[], home = ''): Globs {
  const rows = patterns.map((pattern) => {
    const spelled = pattern.startsWith('~/') && home !== '' ? home + pattern.slice(1) : pattern
    return { pattern, expression: new RegExp(globPattern(spelled), 'i') }
  })
  return (path) => rows.find(({ expression }) => expression.test(path) || expression.test(`${path}/x`))?.pattern
}

/** A name for each pattern, so that a wildcard in a command can be tested against what it may stand for. */
export const samples = (patterns: readonly string[]): readonly string[] =>
  patterns.map((pattern) =>
    pattern
      .replace(/\*\*\//g, '')
      .replace(/\{([^,}]*)[^}]*\}/g, '$1')
      .replace(/\[!?(.)[^\]]*\]/g, '$1')
      .replace(/[*?]+/g, 'x'),
  )

/** Every spelling of a path that a pattern may be about: as given, absolute, and where its links lead. */
export function spellings(path: string, cwd: string): readonly string[] {
  const full = resolve(cwd, path)
  return [...new Set([path, full, realOf(full)])].map((one) => one.replaceAll('\\', '/'))
}

/** What is not there yet is where its directory leads. */
function realOf(path: string): string {
  try {
    // Asking first: most of what a command names is not there, and an exception costs more than all the rest.
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(path)
  } catch {}
  const above = dirname(path)
  return above === path ? path : join(realOf(above), basename(path))
}

export const isInside = (path: string, directories: readonly string[]): boolean =>
  directories.some((directory) => {
    const way = relative(directory, path)
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  })
