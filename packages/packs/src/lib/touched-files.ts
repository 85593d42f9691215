/** Finds the files that a shell command reads, prints and changes, by its text and the grammar of its programs. */
import {
  type Argument,
  argumentsOf,
  type ReadArguments,
  readShell,
  type ShellCommand,
  type ShellReading,
} from '@hookline/core/shell'
import { findMentionedFiles } from './mentioned-files.ts'
import { filesOfUnknownProgram } from './unknown-program.ts'

/** `alter` changes the file's permissions or existence, not its content. `name` only names the file, or uses it without printing it. */
type AccessKind = 'read' | 'write' | 'alter' | 'name'

export interface CommandFile {
  readonly path: string
  /** The path has a wildcard, so the files are known only at run time. */
  readonly glob: boolean
  /** The program itself expands the wildcard, including hidden files (`grep --include`). */
  readonly hidden?: boolean
  readonly how: AccessKind
  /** The content is printed. */
  readonly shown?: boolean
  /** False if a part of the path is known only at run time. */
  readonly known?: boolean
  readonly by: string
  /** The directory of the command, relative to where the whole command starts. */
  readonly cwd?: string
  /** The file is deleted, not written. */
  readonly deleted?: boolean
  /** Everything below it is affected too. */
  readonly whole?: boolean
  /** A string in code, which may not be a path. */
  readonly mentioned?: boolean
}

export function findTouchedFiles(text: string, reading: ShellReading = readShell(text)): readonly CommandFile[] {
  const redirected = reading.files.map(
    ({ path, how, by, cwd }): CommandFile => ({
      path: path.text,
      glob: path.glob,
      known: path.known,
      how: how === 'read' ? 'read' : 'write',
      by: by === '' ? 'a redirection' : by,
      ...(cwd === undefined ? {} : { cwd }),
    }),
  )
  return [...redirected, ...reading.commands.flatMap(filesTouchedBy)]
}

const byCommand = new WeakMap<ShellCommand, readonly CommandFile[]>()

/** The files of one command, without its redirections. */
export function filesTouchedBy(command: ShellCommand): readonly CommandFile[] {
  const before = byCommand.get(command)
  if (before !== undefined) return before
  const { code, cwd, name } = command
  const read = argumentsOf(command)
  const own =
    read === undefined
      ? filesOfUnknownProgram(command)
      : [...argumentFiles(command, read), ...inputFiles(command), ...wholeSearch(read)]
  // Most quoted strings in awk are compared, not opened.
  const opens = code !== undefined && (!/awk/.test(name) || /getline|system|[<>|]/.test(code.text))
  const all = [...(opens ? findMentionedFiles(code.text) : []), ...own].map(
    (one): CommandFile => ({ ...one, by: name, ...(cwd === undefined ? {} : { cwd }) }),
  )
  byCommand.set(command, all)
  return all
}

export type TouchedFile = Omit<CommandFile, 'by' | 'cwd'>

function argumentFiles(command: ShellCommand, read: ReadArguments): readonly TouchedFile[] {
  if (read.isDryRun || (command.name === 'chmod' && onlyGrants(read))) return []
  const shown = !read.isQuiet && !read.all.some(keepsOutput)
  const whole = takesAll(command, read)
  // A search reveals something about the content even if it prints nothing.
  const searches = read.all.some(({ kind }) => kind === 'pattern')
  const given = new Set(read.options.map((option) => option.name))
  const output: Output = {
    shown,
    quiet: read.isQuiet,
    searches,
    unpacks:
      !read.isQuiet &&
      unpackers.test(command.name) &&
      !given.has(command.name === 'unzip' ? '-p' : '-O') &&
      !given.has('-so'),
    batch: command.stdin.kind !== 'none' || read.all.some(({ kind }) => kind === 'code'),
    printsScript: command.name === 'm4' || (/sh$/.test(command.name) && (given.has('-x') || given.has('-v'))),
  }
  return read.all.flatMap((one) =>
    filesOf(one, command.name, output).map((file): TouchedFile => {
      const known = one.word.known
      if (one.kind !== 'delete') return { ...file, known }
      const name = read.options.find((option) => /^-i?name$/.test(option.name))?.value?.text
      // `find src -name '*.o' -delete` deletes only those files.
      return name === undefined
        ? { ...file, known, whole, deleted: true }
        : { ...file, known, deleted: true, path: `${file.path}/${name}`, glob: file.glob || /[*?[]/.test(name) }
    }),
  )
}

/** The output goes to a file instead of being printed. */
const keepsOutput = ({ kind, word }: Argument): boolean =>
  (kind === 'write' || kind === 'remote-write') && !/^(-|\/dev\/(stdout|stderr|tty|fd\/[12]))$/.test(word.text)

interface Output {
  /** The program runs without a person, with its commands given. */
  readonly batch: boolean
  /** The program prints the script that it runs. */
  readonly printsScript: boolean
  readonly shown: boolean
  readonly quiet: boolean
  readonly searches: boolean
  /** It unpacks the named files into the current directory. */
  readonly unpacks: boolean
}

function filesOf(
  one: Argument,
  name: string,
  { shown, quiet, searches, batch, printsScript, unpacks }: Output,
): readonly TouchedFile[] {
  const { word, kind, option = '' } = one
  const file = (how: AccessKind, path = word.text, shows = false): readonly TouchedFile[] =>
    path === '' || path === '-' ? [] : [{ path, glob: word.glob, how, ...(shows ? { shown: true } : {}) }]
  switch (kind) {
    case 'read':
    case 'arguments-file':
      return quiet && !searches
        ? file('name')
        : file('read', name === 'git' ? pathInVersion(word.text) : word.text, shown)
    case 'remote-read':
      return isRemote(word.text) ? [] : file('read')
    case 'script':
      return file('read', word.text, printsScript)
    case 'write':
      // An editor or a database prints the file that it may change.
      return editors.test(name) ? [...file('write'), ...file('read', word.text, batch)] : file('write')
    case 'delete':
      // The options of Windows.
      return /^(rmdir|rd)$/.test(name) && /^\/[sq]$/i.test(word.text) ? [] : file('write')
    case 'code':
      return [
        ...[...queriedFiles(word.text), ...(/^g?sed$/.test(name) ? insertedFiles(word.text) : [])].flatMap((path) =>
          file('read', path, true),
        ),
        ...scriptedFiles(name, word.text).flatMap((path) => file('write', path)),
      ]
    case 'remote-write':
      return isRemote(word.text) ? [] : file('write')
    case 'alter':
      return file('alter')
    case 'name':
      // A link gives access to the content.
      return file(/^(g?ln|link|symlink)$/.test(name) ? 'read' : 'name')
    case 'selects':
      if (unpacks && option === '')
        return [{ path: word.text, glob: word.glob || /[*?[]/.test(word.text), hidden: true, how: 'write' }]
      return quiet || option === '' || word.text.startsWith('!')
        ? []
        : [
            {
              path: /regex/.test(option) || /^a(g|ck)/.test(name) ? unescapeRegex(word.text) : word.text,
              glob: true,
              hidden: true,
              how: 'read',
              shown,
            },
          ]
    case 'url':
      return file('read', /^file:\/\/(?:localhost)?(\/.*|\$.*)$/.exec(word.text)?.[1] ?? '', true)
    case 'setting':
      // The container can read the file of `docker run -v file:/there`.
      return /^(-v|--volume|--mount)$/.test(option) ? file('read', mountedPath(word.text), true) : []
    case 'unknown':
      return filesOfUnknownProgram({ name, words: [word, word], option })
    default:
      return []
  }
}

const unpackers = /^(unzip|g?tar|bsdtar|7z\w*|rar|unrar|cpio)$/
/** Programs that open a file to print and change it. */
const editors = /^(sqlite3?|litecli|duckdb|r?ed|ex|vim?|nvim|emacs|nano|micro|kak|hx)$/

/** Files that a query opens: `readfile('x')`, `\copy t from 'x'`. */
const queriedFiles = (code: string): readonly string[] =>
  [
    ...code.matchAll(
      /(?:\b(?:readfile|pg_read_file|pg_read_binary_file|load_file|read_text|read_csv\w*|file_get_contents)\s*\(|\b(?:from|infile|import|read)\s)\s*'([^'\n]{1,300})'/gi,
    ),
  ].map((found) => found[1] ?? '')

/** Files that a script of sed puts into its output: `sed 'r x'`. */
const insertedFiles = (script: string): readonly string[] =>
  [...script.matchAll(/(?:^|[;{\n\d$/])[^\S\n]*[rR][^\S\n]+([^\n;}]+)/g)].map((found) => found[1] ?? '')

/** Files that a script of sed, awk, SQLite or an editor writes: `w x`, `print > "x"`, `.output x`. */
function scriptedFiles(name: string, script: string): readonly string[] {
  const row = scriptWrites.find(({ programs }) => programs.test(name))
  return row === undefined ? [] : [...script.matchAll(row.path)].map((found) => found[1] ?? '')
}
const scriptWrites: readonly { readonly programs: RegExp; readonly path: RegExp }[] = [
  { programs: /^g?sed$/, path: /(?:^|[;{}\n\d$]|\/[gpiImMe\d]*)[^\S\n]*[wW][^\S\n]+([^\n;}]+)/g },
  { programs: /awk$/, path: />>?[^\S\n]*"([^"\n]+)"/g },
  { programs: /^sqlite3?$/, path: /^[^\S\n]*\.(?:output|once|backup|save|log)[^\S\n]+["']?([^\s"']+)/gm },
  { programs: /^(r?ed|ex|vim?|nvim)$/, path: /(?:^|[\n|:])[\d$.,%]*(?:wq?|write|sav(?:eas)?)!?[^\S\n]+([^\s|!>]+)/g },
]
/** Files that the script in a program's input writes: `sqlite3 x.db <<< '.output x'`. */
const inputFiles = ({ name, stdin }: ShellCommand): readonly TouchedFile[] =>
  stdin.kind === 'text' || stdin.kind === 'pipe'
    ? scriptedFiles(editors.test(name) ? name : '', stdin.text ?? '').map((path) => ({
        path,
        glob: false,
        how: 'write',
      }))
    : []

const unescapeRegex = (expression: string): string => expression.replace(/[\\^$]/g, '')
/** The path in `HEAD:path` and `:0:path`. */
const pathInVersion = (text: string): string => /^[^:\s]*:(?:[0-3]:)?([^:\s]+)$/.exec(text)?.[1] ?? text
const isRemote = (text: string): boolean => /^([\w.-]+@)?[\w.-]+:(?!\\)/.test(text) || /^\w+:\/\//.test(text)
const mountedPath = (text: string): string =>
  /(?:^|,)(?:src|source)=([^,]+)/.exec(text)?.[1] ?? /^([^:]+):/.exec(text)?.[1] ?? ''

/** The command only adds permissions. */
const onlyGrants = ({ all }: ReadArguments): boolean =>
  /^([ugoa]*\+[rwxX]+|0?7[0-7]{2})$/.test(all.find(({ position }) => position === 0)?.word.text ?? '')

/** Everything below its arguments is affected too. */
function takesAll({ name }: ShellCommand, { options, effects }: ReadArguments): boolean {
  const given = new Set(options.map((one) => one.name))
  if (/^g?mv$/.test(name)) return true
  if (/^(g?rm|srm|rimraf|del-cli)$/.test(name)) return given.has('-r') || !/^g?rm$|^srm$/.test(name)
  return (
    /^(g?find|bfs)$/.test(name) &&
    effects.has('deletes') &&
    options.every((one) => /^-(delete|depth|type|mindepth|maxdepth|print)$/.test(one.name))
  )
}

/** A search pattern that matches every line. */
export const everyLine =
  /^(\^?\(?\.?[*+]?\)?\$?|\\[SwD][*+]?|\[\^?[^\]]{1,3}\][*+]?|=|\[\[:(print|graph):\]\]|\^\|.*|.*\|\$)$/
/** A directory that contains the whole project, or more. */
export const wholeProject = /^(\.|\.\/|\.\/\*|\*|\.\.\/?|~\/?|\/|\$PWD\/?|\$\(pwd\))$/

/** Finds searches that print every line of every file, including hidden files: `grep -r '' .`, `rg -uu .`. */
function wholeSearch(read: ReadArguments): readonly TouchedFile[] {
  const { all, options, isQuiet, grammar } = read
  const patterns = all.filter(({ kind }) => kind === 'pattern')
  const given = new Set(options.map(({ name }) => name))
  const levels = options.filter(({ name }) => name === '-u').length
  const hidden = grammar.values?.selects?.includes('--glob') === true ? given.has('-.') || levels > 1 : true
  const recursive = given.has('-r') || given.has('-R') || given.has('-u') || given.has('--hidden') || given.has('-.')
  const every = given.has('-v') || patterns.some(({ word }) => everyLine.test(word.text))
  if (isQuiet || patterns.length === 0 || !recursive || !hidden || !every) return []
  if (all.some(({ kind }) => kind === 'selects') || given.has('-t')) return []
  const starts = all.filter(({ kind, option }) => kind === 'read' && option === undefined).map(({ word }) => word.text)
  return (starts.length === 0 ? ['.'] : starts)
    .filter((start) => wholeProject.test(start))
    .map((start) => ({ path: `${start.replace(/\/?\*?$/, '')}/.*`, glob: true, how: 'read', shown: true }))
}
