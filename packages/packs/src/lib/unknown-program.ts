/** Finds arguments of a program without a grammar that may be paths: plain, or after `=`, `@` or an option letter. Pure. */
import type { ShellWord } from '@hookline/core/shell'
import type { TouchedFile } from './touched-files.ts'

/** Options whose value is a file that the program loads, uses as a key, or ignores. */
const unread =
  /^--?(env-file|exclude|exclude-from|ignore|ignore-path|include|glob|name|iname|path|ipath|wholename|not|[\w-]*key-?(file|path)?|[\w-]*cert(ificate)?-?(file|path)?|(tls|ssl)[\w-]*|ca-?(cert|file|path)?|kubeconfig|identity(-file)?|netrc-file|secret)$/i
const written = /^--?(o|out|output|output-document|output-file|out-file|outfile|out-?dir|output-dir)$/i

interface Words {
  readonly name: string
  /** The name of the program, and its arguments. */
  readonly words: readonly ShellWord[]
  /** The option that the first argument belongs to. */
  readonly option?: string
}

export function filesOfUnknownProgram({ words, option = '' }: Words): readonly TouchedFile[] {
  // A word with a space in its last part is a sentence, not a path.
  return words.slice(1).flatMap((word, at): readonly TouchedFile[] => {
    const before = at === 0 ? option : (words[at]?.text ?? '')
    if (unread.test(before) || /\s/.test(word.text.slice(word.text.lastIndexOf('/') + 1))) return []
    const [, head = '', value] = /^([^=@\s]*)[=@]@?(.+)$/.exec(word.text) ?? []
    const [, letter = '', joined] = /^(-[a-zA-Z]+)([./~$].*)$/.exec(word.text) ?? []
    const file = (path: string, from: string): TouchedFile => ({
      path,
      glob: word.glob,
      known: word.known,
      how: written.test(from) ? 'write' : 'read',
    })
    return [
      ...(value === undefined || unread.test(head) ? [] : [file(value, head)]),
      ...(joined === undefined ? [] : [file(joined, letter)]),
      ...(word.text.startsWith('-') ? [] : [file(word.text, before)]),
    ]
  })
}
