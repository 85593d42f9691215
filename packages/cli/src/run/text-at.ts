/** What an agent is about to read, as a hook sees it. */
import { readFileSync, statSync } from 'node:fs'

const MOST = 16 * 1024 * 1024

/** Nothing where there is nothing to read, or more than any hook should get. */
export function textAt(path: string): string {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= MOST ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
