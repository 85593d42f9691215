/** What stands at a path, or undefined: also where a part of the path is a file, a loop, or not ours to look at. */
import { type Stats, statSync } from 'node:fs'

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export const isFile = (path: string): boolean => statOf(path)?.isFile() === true
