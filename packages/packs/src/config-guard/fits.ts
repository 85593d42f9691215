/** Wildcards whose stars reach across directories, as git and `find -path` have them. */
import { replaceClasses } from '../lib/wildcards.ts'

const MOST_STARS = 5
/** The path itself or a directory above it; a pattern that would cost too much fits all. */
export function fitsLoosely(pattern: string, path: string): boolean {
  const short = pattern.replace(/\*+/g, '*')
  if (short.split('*').length > MOST_STARS + 1 || short.length > 1_000) return true
  const [wanted, given] = [replaceClasses(short, '?').toLowerCase(), path.toLowerCase()]
  return matches(wanted, given) || matches(`${wanted}/*`, given)
}

/**
 * Whether the pattern matches the whole text. What stands between two stars is taken where it is found first, so only the
 * last star is ever tried again: an expression would try each star again for each one before it.
 */
function matches(pattern: string, text: string): boolean {
  let [at, place] = [0, 0]
  let [star, resumed] = [-1, 0]
  while (at < text.length) {
    const wanted = pattern.charAt(place)
    if (wanted === '*') {
      star = place++
      resumed = at
    } else if (wanted !== '' && (wanted === '?' || wanted === text.charAt(at))) {
      place++
      at++
    } else if (star !== -1) {
      place = star + 1
      at = ++resumed
    } else return false
  }
  while (pattern.charAt(place) === '*') place++
  return place === pattern.length
}
