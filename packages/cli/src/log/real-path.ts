/** Resolves links in a path. A path that no longer exists stays as it is. */
import { realpathSync } from 'node:fs'

export function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
