/** A path as the system sees it; one that is gone, as it is written. */
import { realpathSync } from 'node:fs'

export function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
