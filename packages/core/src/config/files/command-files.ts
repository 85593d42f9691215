/** Finds every local file that a command names. Trust is bound to their contents, not only to the command (docs/SECURITY.md). */
import { agentDirectories, projectVariables } from '../../agents/list.ts'
import { commandLine, windowsEndings } from '../../command-line.ts'
import type { Entry } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import { isAbsolute, isWithin, join, resolve } from '../paths.ts'
import { type CommandText, readCommandText, type Word } from './command-text.ts'
import { expandGlob, filesBelow, type Listed } from './list-files.ts'

export interface CommandContext {
  readonly cwd: string
  /** The value of the agents' variables for the project directory. */
  readonly root: string
  readonly platform: Pick<Platform, 'system' | 'home'>
  readonly files: Pick<Files, 'isFile'> & Partial<Pick<Files, 'list'>>
}
type CommandEntry = Pick<Entry, 'command' | 'args' | 'extra' | 'verify'>

const MAX_PATHS = 4096
const MAX_DIRECTORIES_ENTERED = 16
/** Linux does not pass a longer argument to a shell. */
const MAX_COMMAND_LENGTH = 128 * 1024

/** Placeholders while the text is split, because the real paths may contain spaces. */
export const ROOT = '\u0001'
export const HOME = '\u0002'
/** Names of the agents' variables for the project directory, as one part of an expression. */
export const projectNames = projectVariables.join('|')
const rootPattern = new RegExp(
  [
    `\\$(?:${projectNames}|PWD)\\b`,
    `\\$\\{(?:${projectNames}|PWD)([^}\\w][^}]{0,200})?\\}`,
    '\\$\\((?:pwd|git rev-parse --show-toplevel)(?: ?2>/dev/null)?(?: \\|\\| (?:pwd|echo ["\'.$\\w]{1,60}))?\\)',
    `%(?:${projectNames})%`,
    `\\$env:(?:${projectNames})`,
  ].join('|'),
  'g',
)
const homePattern = /\$HOME\b|\$\{HOME([^}\w][^}]{0,200})?\}|%USERPROFILE%|\$env:USERPROFILE|(?<=^|[\s"'=:])~(?=[/\\])/g

/** Puts a placeholder for the variables whose value is known: the directory of the project and the home directory. */
export const replaceKnownDirectories = (text: string): string =>
  text.replace(rootPattern, ROOT).replace(homePattern, HOME)

/** Absolute paths of existing files, without duplicates, in order of appearance. */
export const findNamedFiles = (entry: CommandEntry, context: CommandContext): readonly string[] =>
  findNamedPaths(entry, context).filter((path) => context.files.isFile(path))

/** The same, including files that do not exist yet, because a new file is a change too. */
export const findNamedPaths = (entry: CommandEntry, context: CommandContext): readonly string[] =>
  findWatchedPaths(entry, context).paths

/** The same as `findNamedPaths`, and the directories that were searched for globs and unknown words. A new file there may run too. */
export function findWatchedPaths(
  entry: CommandEntry,
  context: CommandContext,
): { readonly paths: readonly string[]; readonly directories: readonly string[] } {
  const named = readEntryPaths(entry, context)
  return {
    paths: [...new Set(named.flatMap(({ paths, found }) => [...paths, ...found]))],
    directories: [...new Set(named.flatMap(({ directories }) => directories))],
  }
}

/** The directories in which its programs search for modules. */
export const searchedBy = (
  entry: CommandEntry,
  { cwd, root, platform: { system, home } }: Omit<CommandContext, 'files'>,
): readonly string[] =>
  commandsOf(entry, system)
    .filter((text) => whyTextTooLarge(text, system) === undefined)
    .flatMap((text) => read(text, system).searched)
    .map((path) =>
      resolve(
        system,
        cwd,
        path.replaceAll(ROOT, () => root).replaceAll(HOME, () => home),
      ),
    )

const readEntryPaths = (entry: CommandEntry, context: CommandContext): readonly NamedPaths[] =>
  commandsOf(entry, context.platform.system)
    .filter((text) => whyTextTooLarge(text, context.platform.system) === undefined)
    .map((text) => readNamedPaths(text, context))

interface NamedPaths {
  readonly paths: readonly string[]
  /** Files found by a search, and the directories that were searched. */
  readonly found: readonly string[]
  readonly directories: readonly string[]
}

/** Why an entry names too many files to compare before each run. Such an entry is not used. */
export function whyTooLarge(entry: CommandEntry, system: Platform['system']): string | undefined {
  for (const text of commandsOf(entry, system)) {
    const found = whyTextTooLarge(text, system)
    if (found !== undefined) return found
  }
  return undefined
}

const commandsOf = (entry: CommandEntry, system: Platform['system']): readonly string[] =>
  [commandLine(entry, system), entry.extra.module, ...(entry.verify?.commands ?? [])].filter(
    (text): text is string => typeof text === 'string',
  )

const directoryOf = /\$\(dirname\s+([^\s()]{1,200})\s*\)/g
/** Commands by their text: each is needed several times while a configuration is read, and many entries share one. */
const known = new Map<string, CommandText>()
const MAX_KNOWN = 2_000
const MAX_KNOWN_LENGTH = 2_000

function read(command: string, system: Platform['system']): CommandText {
  const key = `${system} ${command}`
  const found = known.get(key)
  if (found !== undefined) return found
  const plain = replaceKnownDirectories(command).replace(directoryOf, '$1/..')
  const text = readCommandText(plain, system)
  if (known.size >= MAX_KNOWN) known.clear()
  if (command.length <= MAX_KNOWN_LENGTH) known.set(key, text)
  return text
}

function whyTextTooLarge(command: string, system: Platform['system']): string | undefined {
  if (command.length >= MAX_COMMAND_LENGTH)
    return `the command has ${command.length} characters, but the maximum is ${MAX_COMMAND_LENGTH}; move it to a script`
  const { words, entered, searched: searchFiles } = read(command, system)
  if (entered.length > MAX_DIRECTORIES_ENTERED)
    return `the command enters ${entered.length} directories, but the maximum is ${MAX_DIRECTORIES_ENTERED}; move it to a script`
  const paths = words.length * (1 + 2 * entered.length + searchFiles.length)
  return paths > MAX_PATHS
    ? `the command may name ${paths} files, but the maximum is ${MAX_PATHS}; move it to a script`
    : undefined
}

function readNamedPaths(command: string, context: CommandContext): NamedPaths {
  const { cwd, root, platform, files } = context
  const { system, home } = platform
  const whole = (text: string) => text.replaceAll(ROOT, () => root).replaceAll(HOME, () => home)
  const text = read(command, system)
  const bases = findBases(text, cwd, system, whole)
  const at = (word: string) =>
    isAbsolute(system, word) ? [join(system, word)] : bases.map((base) => resolve(system, base, word))
  const plain = text.words
    .filter(isBound)
    .flatMap((word) => spellings(word, system).flatMap((spelled) => at(whole(spelled))))
  const isOwn = (path: string) => isWithin(system, root, path) || isWithin(system, cwd, path)
  const { list } = files
  // The runner reads the whole command as a path if such a file exists.
  const raw =
    command.length <= 4096 ? [command.trim(), whole(command.replace(rootPattern, ROOT).trim())].flatMap(at) : []
  const search = list === undefined ? [] : searched(text, context, { isFile: files.isFile, list }, at, whole, isOwn)
  const paths = [...raw, ...plain].filter((path) => isOwn(path) || !isSystemPath(path))
  return {
    paths,
    found: search.flatMap((one) => one.files),
    directories: search.flatMap((one) => one.directories),
  }
}

/** Expands globs for programs to run, and adds every file in the hook directories of the workspace. */
function searched(
  text: CommandText,
  { root, platform: { system } }: CommandContext,
  files: Parameters<typeof expandGlob>[2],
  at: (word: string) => readonly string[],
  whole: (text: string) => string,
  isOwn: (path: string) => boolean,
): readonly Pick<Listed, 'files' | 'directories'>[] {
  if (!text.vague) return []
  const globs = text.words.filter((word) => word.runs && /[*?[{]/.test(word.text)).map((word) => whole(word.text))
  const found = globs.slice(0, 16).flatMap((glob) =>
    at(glob)
      .filter(isOwn)
      .map((path) => expandGlob(path, system, files)),
  )
  const tops = [...agentDirectories, '.hookline'].map((name) => join(system, root, name))
  const below = filesBelow(tops, system, files)
  const scripts = below.files.filter(
    (path) => !dataEnding.test(path) && !/\.(md|mdc)$|[\\/](settings(\.local)?|hooks|hookline)\.json$/.test(path),
  )
  return [...found, { files: scripts, directories: below.directories }]
}

/** Resolves each `cd` from the previous one and from the start, because a subshell returns to the start. */
function findBases(
  { entered, searched: path }: CommandText,
  cwd: string,
  system: Platform['system'],
  whole: (text: string) => string,
): readonly string[] {
  const bases = new Set([cwd])
  let current = cwd
  for (const { to, stays } of entered) {
    const next = resolve(system, current, whole(to))
    bases.add(next)
    bases.add(resolve(system, cwd, whole(to)))
    if (!stays) current = next
  }
  for (const one of path) bases.add(resolve(system, current, whole(one)))
  return [...bases]
}

/** The names that an interpreter completes (`x` for `x.js`), as Windows does for programs, and the value after `=` (`--config=x`). */
export function spellings({ text, runs, by }: Word, system: Platform['system']): readonly string[] {
  const value = text.includes('=') ? [text.slice(text.indexOf('=') + 1)] : (attached.exec(text)?.slice(1) ?? [])
  const added =
    by === '' || by === 'cmd' ? (system === 'win32' ? windowsEndings : []) : endings[by.replace(/[\d.]+$/, '')]
  return [text, ...value, ...(runs ? (added ?? []).map((end) => text + end) : [])]
}
/** The path in `-flib/x.awk`. */
const attached = /^-[A-Za-z]([^=]*[./].*)$/
const scriptEndings = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '/package.json',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
]
const endings: Readonly<Record<string, readonly string[]>> = {
  node: scriptEndings,
  bun: scriptEndings,
  tsx: scriptEndings,
  'ts-node': scriptEndings,
  python: ['.py', '/__main__.py', '/__init__.py'],
  py: ['.py', '/__main__.py', '/__init__.py'],
}

/** Whether trust is bound to this file. A log or database is not, because each run would change it and lose its trust. Programs always are. */
const isBound = ({ text, runs }: Word): boolean => runs || !dataEnding.test(text)
const dataEnding = /\.(log|jsonl|db|sqlite3?|pid|lock|tmp|out)$/i

/** A workspace cannot change programs of the system, and a system update must not remove trust. */
const isSystemPath = (path: string): boolean =>
  /^(\/bin\/|\/sbin\/|\/usr\/(?!local\/)|\/System\/|[A-Za-z]:\\Windows\\|[A-Za-z]:\\Program Files)/i.test(path)
