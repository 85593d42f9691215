/** The few programs whose words no row describes: built-ins of the shell that evaluate what they are given. */

import { windowsText } from '../computed/windows-text.ts'
import { joinWords } from '../plain-words.ts'
import type { ShellWord } from '../types.ts'
import type { Carried } from './carriers.ts'

const textOf = (word: ShellWord, text: string, via: string): Carried => ({ kind: 'text', text: { ...word, text }, via })

export const special: Readonly<Record<string, (args: readonly ShellWord[], name: string) => readonly Carried[]>> = {
  test: subscripts,
  '[': subscripts,
  let: subscripts,
  printf: subscripts,
  'Start-Process': startProcess,
  saps: startProcess,
  trap: (args) => {
    const text = args.find((word) => !/^-[lp]*$/.test(word.text) && word.text !== '--')
    return text === undefined || args.length < 2 ? [] : [{ kind: 'text', text, via: 'trap' }]
  },
  alias: (args) =>
    args
      .filter((word) => word.text.includes('='))
      .map((word) => textOf(word, word.text.replace(/^[^=]*=/, ''), 'alias')),
}

/** `Start-Process cmd -ArgumentList '/c …'`: the program and its arguments, however they are named. */
function startProcess(args: readonly ShellWord[], name: string): readonly Carried[] {
  const words = args.filter(
    ({ text }, at) => !text.startsWith('-') && !/^-(Verb|W\w*|Cred\w*|Redirect\w*)$/i.test(args[at - 1]?.text ?? ''),
  )
  const text = joinWords(words).text.replace(/,\s*/g, ' ')
  return words.length === 0 ? [] : [windowsText.read({ ...joinWords(words), text }, name)]
}

/** Bash evaluates a subscript, `$(…)` and all, even between single quotes: `test -v 'a[$(rm x)]'`. */
function subscripts(args: readonly ShellWord[], name: string): readonly Carried[] {
  const evaluated = args.filter((_word, at) => name !== 'printf' || args[at - 1]?.text === '-v')
  return evaluated.flatMap((word) => {
    const [, text] = /^\w+\[[^\]]*?\$\(([^)]*)\)/.exec(word.text) ?? []
    return text === undefined || !word.known ? [] : [textOf(word, text, name)]
  })
}

/** A program may be called `toString`: only a row of the table's own counts. */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
