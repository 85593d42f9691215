/** Matches wildcards whose stars cross directories, as in git and `find -path`. */
import { replaceClasses } from '../lib/wildcards.ts'

const MAX_STARS = 5
/** Matches the path or a directory above it. A pattern that is too expensive matches everything. */
export function fitsLoosely(pattern: string, path: string): boolean {
  const short = pattern.replace(/\*+/g, '*')
  if (short.split('*').length > MAX_STARS + 1 || short.length > 1_000) return true
  const [wanted, given] = [replaceClasses(short, '?').toLowerCase(), path.toLowerCase()]
  return matches(wanted, given) || matches(`${wanted}/*`, given)
}

/**
 * Whether the pattern matches the whole text. Text between two stars is matched at its first occurrence, so only the last
 * star is retried; a regular expression would retry each star for each one before it.
 */
function matches(pattern: string, text: string): boolean {
  let [at, index] = [0, 0]
  let [star, resumed] = [-1, 0]
  while (at < text.length) {
    const wanted = pattern.charAt(index)
    if (wanted === '*') {
      star = index++
      resumed = at
    } else if (wanted !== '' && (wanted === '?' || wanted === text.charAt(at))) {
      index++
      at++
    } else if (star !== -1) {
      index = star + 1
      at = ++resumed
    } else return false
  }
  while (pattern.charAt(index) === '*') index++
  return index === pattern.length
}
