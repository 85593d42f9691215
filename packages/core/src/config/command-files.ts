/** Every local file that a command names: trust is bound to their bytes, not only to the command's text (SAFETY §1.2). */
import type { Entry } from '../flow.ts'
import type { Files, Platform } from '../ports.ts'
import { isAbsolute, join, resolve } from './paths.ts'
import { wordsOf } from './words.ts'

export interface CommandPlace {
  readonly cwd: string
  /** What `CLAUDE_PROJECT_DIR` and `CURSOR_PROJECT_DIR` will be. */
  readonly root: string
  readonly platform: Pick<Platform, 'system' | 'home'>
  readonly files: Pick<Files, 'isFile' | 'isDirectory'>
}

/** Stand-ins while the text is split: the real paths may hold spaces. */
const ROOT = '\u0001'
const HOME = '\u0002'
const rootWords =
  /\$\{?(CLAUDE_PROJECT_DIR|CURSOR_PROJECT_DIR|PWD)(:-[^}]*)?\}?|\$\((pwd|git rev-parse --show-toplevel)\)|%(CLAUDE|CURSOR)_PROJECT_DIR%|\$env:(CLAUDE|CURSOR)_PROJECT_DIR/g
const homeWords = /\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE|(?<=^|[\s"'=:])~(?=[/\\])/g

/** Absolute, each once, in order of appearance. */
export const filesNamed = (entry: Pick<Entry, 'command' | 'extra'>, place: CommandPlace): readonly string[] =>
  pathsNamed(entry, place).filter((path) => place.files.isFile(path))

/** The same, whether a file is there yet or not: one that appears is a change too. */
export function pathsNamed(entry: Pick<Entry, 'command' | 'extra'>, place: CommandPlace): readonly string[] {
  const texts = [entry.command, entry.extra.module].filter((text): text is string => typeof text === 'string')
  return [...new Set(texts.flatMap((text) => pathsIn(text, place)))]
}

function pathsIn(command: string, { cwd, root, platform }: CommandPlace): readonly string[] {
  const { system, home } = platform
  const text = command.replace(rootWords, ROOT).replace(homeWords, HOME)
  const words = [text.trim(), ...piecesOf(text, system)].map((word) => word.replace(ROOT, root).replace(HOME, home))
  const bases = [cwd, ...directoriesEntered(words, cwd, system)]
  const paths = words.flatMap((word) =>
    isAbsolute(system, word) ? [join(system, word)] : bases.map((base) => resolve(system, base, word)),
  )
  return paths.filter((path) => !isOfTheSystem(path))
}

/** Words, the words inside a quoted word (`bash -c "./x.sh -v"`), and what follows `=` (`--config=x`). */
function piecesOf(text: string, system: Platform['system']): readonly string[] {
  const backslash = system === 'win32' ? 'stays' : 'escapes'
  const words = wordsOf(text, backslash)
  const inner = words.flatMap((word) => (/[\s;|&()]/.test(word) ? wordsOf(word, backslash) : []))
  const all = [...words, ...inner]
  return [...all, ...all.flatMap((word) => (word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : []))]
}

const directoriesEntered = (words: readonly string[], cwd: string, system: Platform['system']): readonly string[] =>
  words.flatMap((word, at) => (words[at - 1] === 'cd' || words[at - 1] === '-C' ? [resolve(system, cwd, word)] : []))

/** Programs of the system are not the workspace's to change, and an update of it must not take trust away. */
const isOfTheSystem = (path: string): boolean =>
  /^(\/bin\/|\/sbin\/|\/usr\/(?!local\/)|\/System\/|[A-Za-z]:\\Windows\\|[A-Za-z]:\\Program Files)/i.test(path)
