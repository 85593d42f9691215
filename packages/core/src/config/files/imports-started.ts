/** Programs that a script in another language starts: what stands in the call is read as a command. */
import { type ImportContext, literalsIn, SELF } from './import-context.ts'
import { findInShell } from './imports-shell.ts'

/** By the name of the call: what runs the file that it names, if it names no program. */
export type Starters = Readonly<Record<string, string>>

const MAX_STARTS = 200

/** `calls` finds a name and what stands in its parentheses, up to the end of the line. */
export function findStarted(
  text: string,
  calls: RegExp,
  starters: Starters,
  directory: string,
  context: ImportContext,
): readonly string[] {
  const commands = [...text.matchAll(calls)].slice(0, MAX_STARTS).flatMap(([, name = '', given = '']) => {
    const words = literalsIn(given)
    const [first = ''] = words
    const starter = starters[name]
    if (first === '') return []
    if (starter !== undefined) return [`${starter} ${quoted(first)}`]
    // One text is for a shell, and several ones are the words of a command.
    return words.length === 1 && /\s/.test(first) ? [first] : [words.map(quoted).join(' ')]
  })
  return findInShell(commands.join('\n'), directory, context).filter((path) => !path.includes(SELF))
}

const quoted = (word: string): string => (word.includes("'") ? '""' : `'${word}'`)
