/** The few programs that no row can describe: mostly shell built-ins that evaluate their arguments. */

import { windowsText } from '../computed/windows-text.ts'
import { joinWords, knownWord } from '../plain-words.ts'
import type { ShellWord } from '../types.ts'
import type { NestedProgram } from './nested-programs.ts'

const asShellText = (word: ShellWord, text: string, via: string): NestedProgram => ({
  kind: 'text',
  text: { ...word, text },
  via,
})

export const special: Readonly<Record<string, (args: readonly ShellWord[], name: string) => readonly NestedProgram[]>> =
  {
    test: readSubscripts,
    '[': readSubscripts,
    let: readSubscripts,
    printf: readSubscripts,
    'Start-Process': readStartProcess,
    saps: readStartProcess,
    trap: (args) => {
      const text = args.find((word) => !/^-[lp]*$/.test(word.text) && word.text !== '--')
      return text === undefined || args.length < 2 ? [] : [{ kind: 'text', text, via: 'trap' }]
    },
    gio: readDesktopDeletion,
    'gvfs-rm': readDesktopDeletion,
    'gvfs-trash': readDesktopDeletion,
    kioclient: readDesktopDeletion,
    kioclient5: readDesktopDeletion,
    kioclient6: readDesktopDeletion,
    coreutils: readApplet,
    complete: readCompletion,
    compgen: readCompletion,
    bind: (args) =>
      args.flatMap((word, at) => {
        const [, text] = /^[^:]*:\s*"?([\s\S]*?)"?$/.exec(word.text) ?? []
        const runs = args[at - 1]?.text === '-x' || /\\(n|r|C-[mjMJ])/.test(word.text)
        return text === undefined || !runs ? [] : [asShellText(word, text.replace(/\\(n|r|C-[mjMJ])/g, '\n'), 'bind')]
      }),
    alias: (args) =>
      args
        .filter((word) => word.text.includes('='))
        .map((word) => asShellText(word, word.text.replace(/^[^=]*=/, ''), 'alias')),
  }

/** `coreutils rm x` and `coreutils --coreutils-prog=rm x`. */
function readApplet(args: readonly ShellWord[], name: string): readonly NestedProgram[] {
  const [first, ...rest] = args
  if (first === undefined) return []
  const words = [{ ...first, text: first.text.replace(/^--coreutils-prog(-shebang)?=/, '') }, ...rest]
  return [{ kind: 'command', words, via: name }]
}

/** `gio remove x` is `rm -rf x`, `gio trash x` is `trash-put x`. */
function readDesktopDeletion(args: readonly ShellWord[], name: string): readonly NestedProgram[] {
  const verb = /^gvfs-(.*)/.exec(name)?.[1] ?? args[0]?.text ?? ''
  const rest = (name.startsWith('gvfs-') ? args : args.slice(1)).filter(({ text }) => !text.startsWith('-'))
  if (verb === 'trash') return [{ kind: 'command', words: [knownWord('trash-put'), ...rest], via: name }]
  return /^(remove|rm|del)$/.test(verb)
    ? [{ kind: 'command', words: [knownWord('rm'), knownWord('-rf'), ...rest], via: name }]
    : []
}

/** `complete -C command name` runs the command when a person asks for a completion. */
function readCompletion(args: readonly ShellWord[]): readonly NestedProgram[] {
  return args.flatMap((word, at) => (args[at - 1]?.text === '-C' ? [asShellText(word, word.text, 'complete -C')] : []))
}

/** `Start-Process cmd -ArgumentList '/c …'`: the program and its arguments, with or without their parameter names. */
function readStartProcess(args: readonly ShellWord[], name: string): readonly NestedProgram[] {
  const words = args.filter(
    ({ text }, at) => !text.startsWith('-') && !/^-(Verb|W\w*|Cred\w*|Redirect\w*)$/i.test(args[at - 1]?.text ?? ''),
  )
  const text = joinWords(words).text.replace(/,\s*/g, ' ')
  return words.length === 0 ? [] : [windowsText.read({ ...joinWords(words), text }, name)]
}

/** Bash evaluates a subscript, including `$(…)`, even in single quotes: `test -v 'a[$(rm x)]'`. */
function readSubscripts(args: readonly ShellWord[], name: string): readonly NestedProgram[] {
  const evaluated = args.filter((_word, at) => name !== 'printf' || args[at - 1]?.text === '-v')
  return evaluated.flatMap((word) => {
    const [, text] = /^\w+\[[^\]]*?\$\(([^)]*)\)/.exec(word.text) ?? []
    return text === undefined || !word.known ? [] : [asShellText(word, text, name)]
  })
}

/** Looks up an own property only, because a program may be called `toString`. */
export const ownRow = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
