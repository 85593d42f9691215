/** Which files a shell command reads and writes, as far as its text tells. */
import { readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'

export interface Touched {
  readonly path: string
  /** Has a wildcard: what it stands for is known only when it runs. */
  readonly glob: boolean
  readonly how: 'read' | 'write'
  readonly by: string
  /** Where the command runs, seen from where the whole began. */
  readonly cwd?: string
}

/** Their words are text, or names of files whose content they do not show. */
const nameless = new Set(
  'echo printf true false : test [ [[ ls ll tree stat file chmod chown which type basename dirname realpath readlink cd pushd mkdir rmdir export unset alias kill sleep exit sudo env'.split(
    ' ',
  ),
)
const deleting = new Set(['rm', 'unlink', 'shred', 'truncate', 'touch', 'tee', 'del', 'Remove-Item'])
const moving = new Set(['mv', 'cp', 'install', 'ln', 'rsync', 'scp'])
const quietGit = new Set(['check-ignore', 'ls-files', 'status', 'log', 'ls-tree', 'check-attr', 'branch', 'commit'])
/** The value names a file for a program to load, or one to leave alone. */
const unread =
  /^--?(env-file|exclude|exclude-from|ignore|ignore-path|include|glob|name|iname|path|ipath|wholename|not)$/

export function touched(text: string, reading: ShellReading = readShell(text)): readonly Touched[] {
  const redirected = reading.files.map(
    ({ path, how, by }): Touched => ({
      path: path.text,
      glob: path.glob,
      how: how === 'read' ? 'read' : 'write',
      by: by === '' ? 'a redirection' : by,
    }),
  )
  return [...redirected, ...reading.commands.flatMap(ofCommand)]
}

function ofCommand(command: ShellCommand): readonly Touched[] {
  const { name, cwd, code } = command
  const at = cwd === undefined ? {} : { cwd }
  const inCode =
    code === undefined
      ? []
      : literals(code.text).map((path) => ({ path, glob: false, how: 'read', by: name, ...at }) as const)
  if (nameless.has(name) || (name === 'git' && isQuietGit(command))) return inCode
  const words = pathWords(command)
  const own = words.map(
    (word, index): Touched => ({
      path: word.text,
      glob: word.glob,
      how: writes(command, index === words.length - 1) ? 'write' : 'read',
      by: name,
      ...at,
    }),
  )
  return [...inCode, ...own]
}

/** The arguments that may be paths: bare, after `=`, `@` or a letter, but for those that name what to leave alone. */
function pathWords(command: ShellCommand): readonly ShellWord[] {
  const found: ShellWord[] = []
  for (const [at, word] of command.words.entries()) {
    if (at === 0 || unread.test(command.words[at - 1]?.text ?? '')) continue
    const [head = '', value] = split(word.text)
    if (value !== undefined && unread.test(head)) continue
    if (value !== undefined) found.push({ ...word, text: value })
    if (!word.text.startsWith('-')) found.push(word)
  }
  return found
}

/** `--file=x`, `f=@x`, `@x`, `if=x`. */
function split(text: string): readonly (string | undefined)[] {
  const found = /^([^=@\s]*)[=@]@?(.+)$/.exec(text)
  return found === null ? [] : [found[1], found[2]]
}

const isQuietGit = ({ words }: ShellCommand): boolean => {
  const verb = words.slice(1).find(({ text }, at) => !text.startsWith('-') && !/^-[Cc]$/.test(words[at]?.text ?? ''))
  return quietGit.has(verb?.text ?? '') || (verb?.text === 'rm' && words.some(({ text }) => text === '--cached'))
}

function writes({ name, words }: ShellCommand, last: boolean): boolean {
  if (deleting.has(name)) return true
  if (moving.has(name)) return last || name === 'mv'
  if (name === 'dd') return words.some(({ text }) => text.startsWith('of='))
  if (name === 'git') return words.some(({ text }) => ['rm', 'mv', 'checkout', 'restore'].includes(text))
  return (
    (name === 'sed' || name === 'perl' || name === 'ruby') && words.some(({ text }) => /^(-\w*i|--in-place)/.test(text))
  )
}

/** Texts in quotation marks that could be a path. */
const literals = (code: string): readonly string[] =>
  [...code.matchAll(/(["'`])([^"'`\n]{1,300})\1/g)].map((found) => found[2] ?? '').filter((one) => !/\s/.test(one))
