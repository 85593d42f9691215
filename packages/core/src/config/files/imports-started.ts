/** Programs that a script in another language starts: what stands in the call is read as a command. */
import { type ImportContext, literalsIn } from './import-context.ts'
import { findInShell } from './imports-shell.ts'

/** By the name of the call: what runs the file that it names, if it names no program. */
export type Starters = Readonly<Record<string, string>>

const MAX_STARTS = 200
const MAX_ARGUMENTS = 400
const list = /^[ \t]*(?:(?:const|let|var|my)[ \t]+)?[$@]?([A-Za-z_]\w*)[ \t]*=[ \t]*([[(][^[\]()]{1,400}[\])])/gm
const inDirectory = /\bcwd\s{0,9}[=:]\s{0,9}(["'])([^"'\n$]{1,300})\1/

/** `calls` finds the name of a call, up to its parenthesis. */
export function findStarted(
  text: string,
  calls: RegExp,
  starters: Starters,
  directory: string,
  context: ImportContext,
): readonly string[] {
  const found = [...text.matchAll(calls)].slice(0, MAX_STARTS)
  if (found.length === 0) return []
  const lists = new Map([...text.matchAll(list)].map(([, name = '', value = '']) => [name, value]))
  const commands = found.flatMap(({ 0: all, 1: name = '', index }) => {
    const given = argumentsIn(text.slice(index + all.length, index + all.length + MAX_ARGUMENTS))
    const variable = /^\s*[$@]?([A-Za-z_]\w*)\s*(?:[,)]|$)/.exec(given)?.[1] ?? ''
    const [, , entered] = inDirectory.exec(given) ?? []
    const words = literalsIn(`${lists.get(variable) ?? ''}${given.replace(inDirectory, '')}`)
    const command = commandOf(words, starters[name])
    return entered === undefined ? command : [`cd ${quoted(entered)}`, ...command]
  })
  return findInShell(commands.join('\n'), directory, context)
}

function commandOf(words: readonly string[], starter: string | undefined): readonly string[] {
  const [first = ''] = words
  if (first === '') return []
  if (starter !== undefined) return [`${starter} ${quoted(first)}`]
  // One text is for a shell, and several ones are the words of a command.
  return words.length === 1 && /\s/.test(first) ? [first] : [words.map(quoted).join(' ')]
}

/** Up to the parenthesis that ends the call, or to the end of the line where there is none. */
function argumentsIn(text: string): string {
  let depth = 0
  let quote = ''
  for (const [at, character] of [...text].entries())
    if (quote !== '') quote = character === quote || character === '\n' ? '' : quote
    else if (/["'`]/.test(character)) quote = character
    else if (/[([{]/.test(character)) depth++
    else if (/[)\]}]/.test(character) && --depth < 0) return text.slice(0, at)
  return depth > 0 ? text : (text.split('\n', 1)[0] ?? '')
}

const quoted = (word: string): string => (word.includes("'") ? '""' : `'${word}'`)
