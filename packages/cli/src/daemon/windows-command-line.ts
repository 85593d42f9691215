/** How Node starts a program on Windows: the launcher is handed the same. */
import type { SpawnRequest } from '@hookline/core/node'

/** One text, from which the program reads its arguments again. */
export function windowsCommandLine({
  shell,
  args,
  verbatim,
}: Pick<SpawnRequest, 'shell' | 'args' | 'verbatim'>): string {
  return [shell, ...args].map((word) => (verbatim === true ? word : quoteArgument(word))).join(' ')
}

/** A backslash is special only before a double quote. */
function quoteArgument(word: string): string {
  if (word !== '' && !/[ \t"]/.test(word)) return word
  if (!/["\\]/.test(word)) return `"${word}"`
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}

type Variables = Readonly<Record<string, string>>

/** Of two names that differ only in capitals, the first in order counts. */
export function windowsVariables(env: Variables): Variables {
  const seen = new Set<string>()
  const isFirst = (name: string): boolean => {
    const known = seen.has(name.toUpperCase())
    seen.add(name.toUpperCase())
    return !known
  }
  const names = Object.keys(env).sort().filter(isFirst)
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']))
}
