/** What a path is. A path that cannot be read is nothing: missing, below a file, a loop of links, or no permission. */
import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The names in a directory; none if it is not a directory that can be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

export const isFile = (path: string): boolean => statOf(path)?.isFile() === true

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
