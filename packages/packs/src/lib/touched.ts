/** Which files a shell command reads and writes, as far as its text tells. */
import { readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { changes, handles, takesAll, type Way, wayOf } from './writes.ts'

export interface Touched {
  readonly path: string
  /** Has a wildcard: what it stands for is known only when it runs. */
  readonly glob: boolean
  /** `alter` neither shows nor fills it: its rights, its being there. */
  readonly how: Way
  readonly by: string
  /** Where the command runs, seen from where the whole began. */
  readonly cwd?: string
  /** All below it as well. */
  readonly whole?: boolean
  /** A text in code, which may be no path at all. */
  readonly mentioned?: boolean
}

/** Their words are text, or names of files whose content they do not show. */
const nameless = new Set(
  'echo printf true false : test [ [[ ls ll tree stat file chmod chown chgrp chattr setfacl rmdir mount umount which type basename dirname realpath readlink cd pushd mkdir export unset alias kill sleep exit sudo env'.split(
    ' ',
  ),
)
const quietGit = new Set(['check-ignore', 'ls-files', 'status', 'log', 'ls-tree', 'check-attr', 'branch', 'commit'])
/** The value names a file for a program to load, or one to leave alone. */
const unread =
  /^--?(env-file|exclude|exclude-from|ignore|ignore-path|include|glob|name|iname|path|ipath|wholename|not)$/

export function touched(text: string, reading: ShellReading = readShell(text)): readonly Touched[] {
  const redirected = reading.files.map(
    ({ path, how, by, cwd }): Touched => ({
      path: path.text,
      glob: path.glob,
      how: how === 'read' ? 'read' : 'write',
      by: by === '' ? 'a redirection' : by,
      ...(cwd === undefined ? {} : { cwd }),
    }),
  )
  return [...redirected, ...reading.commands.flatMap(ofCommand)]
}

function ofCommand(command: ShellCommand): readonly Touched[] {
  const { name, cwd, code } = command
  const at = cwd === undefined ? {} : { cwd }
  const inCode = code === undefined ? [] : mentionedIn(code.text, name).map((one) => ({ ...one, ...at }))
  if ((nameless.has(name) && !handles(command)) || (name === 'git' && isQuietGit(command))) return inCode
  const words = name === 'find' ? searched(command) : pathWords(command)
  const count = words.filter(({ bare }) => bare).length
  let bare = 0
  const own = words.map((one): Touched => {
    const place = one.bare ? bare++ : -1
    // What is moved goes whole; where it goes stays.
    const whole = takesAll(command) && !(name === 'mv' && place === count - 1)
    const how = wayOf(command, one.word, one.option, place, count)
    return { path: one.word.text, glob: one.word.glob, how, by: name, whole, ...at }
  })
  return [...inCode, ...own]
}

const mentionedIn = (code: string, by: string): readonly Touched[] => {
  const how = changes(code) ? 'write' : 'read'
  return literals(code).map((path) => ({ path, glob: false, how, by, mentioned: true }))
}

interface PathWord {
  readonly word: ShellWord
  /** The option it is a value of, or the word before it. */
  readonly option: string
  /** Stands alone, neither an option nor the value after `=`. */
  readonly bare: boolean
}

/** The arguments that may be paths: bare, after `=`, `@` or a letter, but for those that name what to leave alone. */
function pathWords(command: ShellCommand): readonly PathWord[] {
  const found: PathWord[] = []
  for (const [at, word] of command.words.entries()) {
    const before = command.words[at - 1]?.text ?? ''
    if (at === 0 || unread.test(before)) continue
    const [head = '', value] = split(word.text)
    if (value !== undefined && unread.test(head)) continue
    if (value !== undefined) found.push({ word: { ...word, text: value }, option: head, bare: false })
    const version = command.name === 'git' ? /^[^:\s]*:(?:[0-3]:)?([^:\s]+)$/.exec(word.text)?.[1] : undefined
    if (version !== undefined) found.push({ word: { ...word, text: version }, option: '', bare: false })
    const joined = /^(-[a-zA-Z]+)([./~$].*)$/.exec(word.text)
    if (joined !== null) found.push({ word: { ...word, text: joined[2] ?? '' }, option: joined[1] ?? '', bare: false })
    if (!word.text.startsWith('-')) found.push({ word, option: before, bare: true })
  }
  return found
}

/** Where `find` begins, with the name it looks for. */
function searched(command: ShellCommand): readonly PathWord[] {
  const first = command.words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text))
  if (first === -1 || !command.words.some(({ text }) => text === '-delete')) return pathWords(command)
  const at = command.words.findIndex(({ text }) => /^-i?name$/.test(text))
  const name = at === -1 ? undefined : command.words[at + 1]
  const starts = command.words.slice(1, first)
  return (starts.length === 0 ? [{ text: '.', known: true, glob: false }] : starts).map((start) => ({
    word:
      name === undefined
        ? start
        : { ...start, text: `${start.text}/${name.text}`, glob: start.glob || /[*?[]/.test(name.text) },
    option: '',
    bare: true,
  }))
}

/** `--file=x`, `f=@x`, `@x`, `if=x`. */
function split(text: string): readonly (string | undefined)[] {
  const found = /^([^=@\s]*)[=@]@?(.+)$/.exec(text)
  return found === null ? [] : [found[1], found[2]]
}

const isQuietGit = ({ words }: ShellCommand): boolean => {
  const verb = words.slice(1).find(({ text }, at) => !text.startsWith('-') && !/^-[Cc]$/.test(words[at]?.text ?? ''))
  // A history with its changes shows what the file held.
  if (verb?.text === 'log' && words.some(({ text }) => /^(-[pu]|--patch|-L.*|-[SG].*|--full-diff)$/.test(text)))
    return false
  return quietGit.has(verb?.text ?? '') || (verb?.text === 'rm' && words.some(({ text }) => text === '--cached'))
}

/** Texts in quotation marks that could be a path. */
const literals = (code: string): readonly string[] =>
  [...code.matchAll(/(["'`])([^"'`\n]{1,300})\1/g)].map((found) => found[2] ?? '').filter((one) => !/\s/.test(one))
