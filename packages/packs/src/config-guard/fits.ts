/** Wildcards whose stars reach across directories, as git and `find -path` have them. */

const MOST_STARS = 5
/** The path itself or a directory above it; a pattern that would cost too much fits all. */
export function fitsLoosely(pattern: string, path: string): boolean {
  const short = pattern.replace(/\*+/g, '*')
  if (short.split('*').length > MOST_STARS + 1 || short.length > 1_000) return true
  const text = short
    .replace(/\[[^\]]*\]/g, '?')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${text}(/|$)`, 'i').test(path)
}
