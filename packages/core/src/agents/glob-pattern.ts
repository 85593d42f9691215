/** Patterns of paths, as in .gitignore. Pure. */

/** Escapes all but `*`. */
export const escapePattern = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/** `**` matches across directories, `*` and `?` do not. A directory matches everything in it. */
export function globPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/\/$/, '')
    .split(/(\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((part) => globs[part] ?? escapePattern(part))
    .join('')
  return new RegExp(`^${source}(?:/.*)?$`)
}
const globs: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '/.*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
}
