/** Tests an expression for at most 50 ms; over that it counts as a match, as in the engine. */
import { runInNewContext } from 'node:vm'

export function slowTest(pattern: string, subject: string): boolean {
  try {
    return runInNewContext('new RegExp(pattern).test(subject)', { pattern, subject }, { timeout: 50 }) === true
  } catch {
    return true
  }
}
