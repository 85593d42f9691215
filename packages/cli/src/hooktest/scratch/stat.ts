/** Reads the stats of a path. Returns undefined for any failure: missing, not a directory, a loop of links, or no permission. */
import { type Stats, statSync } from 'node:fs'

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export const isFile = (path: string): boolean => statOf(path)?.isFile() === true
