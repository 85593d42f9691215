/** The parts of `node:path` that pure code needs, as functions on text for a given system. */
import type { Platform } from '../ports.ts'

type System = Platform['system']
const separator = (system: System): string => (system === 'win32' ? '\\' : '/')
const parts = (system: System, path: string): readonly string[] => path.split(system === 'win32' ? /[\\/]+/ : /\/+/)

export const hasSeparator = (system: System, path: string): boolean =>
  path.includes('/') || (system === 'win32' && path.includes('\\'))

export const isAbsolute = (system: System, path: string): boolean =>
  system === 'win32' ? /^([A-Za-z]:[\\/]|[\\/]{2})/.test(path) : path.startsWith('/')

/** Joins paths, resolves `.` and `..`, and uses the separator of the system. */
export function join(system: System, first: string, ...rest: readonly string[]): string {
  const joined = [first, ...rest].join(separator(system))
  if (system !== 'win32' && !isOdd.test(joined)) return joined
  const all = parts(system, joined)
  const kept: string[] = []
  for (const [at, part] of all.entries()) {
    if (part === '.' || (part === '' && at > 0)) continue
    if (part !== '..') kept.push(part)
    else if (kept.length > 1) kept.pop()
  }
  const unc = system === 'win32' && /^[\\/]{2}/.test(first) ? '\\' : ''
  return unc + (kept.length === 1 && kept[0] === '' ? separator(system) : kept.join(separator(system)))
}

/** Where a part has to be removed. Almost no path is so, and every event joins hundreds of them. */
const isOdd = /^$|\/\/|(?:^|\/)\.\.?(?:\/|$)|(?!^)\/$/

/** Returns an absolute path normalised, and any other path relative to `base`. */
export const resolve = (system: System, base: string, path: string): string =>
  isAbsolute(system, path) ? join(system, path) : join(system, base, path)

export const parent = (system: System, path: string): string => join(system, path, '..')
export const lastPart = (system: System, path: string): string => parts(system, path).at(-1) ?? path

/** `path` relative to `base`, with forward slashes. A path outside `base` stays absolute. */
export function relativeTo(system: System, base: string, path: string): string {
  const lead = base.endsWith(separator(system)) ? base : base + separator(system)
  return path.startsWith(lead) ? path.slice(lead.length).replaceAll('\\', '/') : path
}

export const isWithin = (system: System, base: string, path: string): boolean =>
  path === base || relativeTo(system, base, path) !== path
