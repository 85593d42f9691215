/** Every local file that a command names: trust is bound to their bytes, not only to the command's text (docs/SECURITY.md). */
import { agentDirectories, projectVariables } from '../../agents/list.ts'
import { commandLine } from '../../command-line.ts'
import type { Entry } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import { isAbsolute, isWithin, join, resolve } from '../paths.ts'
import { filesBelow, expandGlob, type Listed } from './list-files.ts'
import { type CommandText, readCommandText, type Word } from './command-text.ts'

export interface CommandContext {
  readonly cwd: string
  /** What the agents' variables for the project will be. */
  readonly root: string
  readonly platform: Pick<Platform, 'system' | 'home'>
  readonly files: Pick<Files, 'isFile'> & Partial<Pick<Files, 'list'>>
}
type CommandEntry = Pick<Entry, 'command' | 'args' | 'extra'>

const mostPaths = 4096
const mostDirectoriesEntered = 16
/** Linux hands no longer argument to a shell. */
const longestCommand = 128 * 1024

/** Stand-ins while the text is split: the real paths may hold spaces. */
const ROOT = '\u0001'
const HOME = '\u0002'
const projectWords = projectVariables.join('|')
const rootWords = new RegExp(
  [
    `\\$(?:${projectWords}|PWD)\\b`,
    `\\$\\{(?:${projectWords}|PWD)([^}\\w][^}]{0,200})?\\}`,
    '\\$\\((?:pwd|git rev-parse --show-toplevel)\\)',
    `%(?:${projectWords})%`,
    `\\$env:(?:${projectWords})`,
  ].join('|'),
  'g',
)
const homeWords = /\$HOME\b|\$\{HOME([^}\w][^}]{0,200})?\}|%USERPROFILE%|\$env:USERPROFILE|(?<=^|[\s"'=:])~(?=[/\\])/g

/** Absolute, each once, in order of appearance. */
export const findNamedFiles = (entry: CommandEntry, place: CommandContext): readonly string[] =>
  findNamedPaths(entry, place).filter((path) => place.files.isFile(path))

/** The same, whether a file is there yet or not: one that appears is a change too. */
export const findNamedPaths = (entry: CommandEntry, place: CommandContext): readonly string[] =>
  collectUnique(entry, place, ({ paths, found }) => [...paths, ...found])

/** The directories that were searched for what a glob or an unknown word may mean: what appears there may run too. */
export const findSearchedDirectories = (entry: CommandEntry, place: CommandContext): readonly string[] =>
  collectUnique(entry, place, ({ directories }) => directories)

const collectUnique = (
  entry: CommandEntry,
  place: CommandContext,
  pick: (named: NamedPaths) => readonly string[],
): readonly string[] => [
  ...new Set(
    commandTexts(entry)
      .filter((text) => whyTextTooLarge(text, place.platform.system) === undefined)
      .flatMap((text) => pick(readNamedPaths(text, place))),
  ),
]

interface NamedPaths {
  readonly paths: readonly string[]
  /** By a search, and where. */
  readonly found: readonly string[]
  readonly directories: readonly string[]
}

/** Why an entry names more than can be compared before each run; such an entry is not used. */
export function whyTooLarge(entry: CommandEntry, system: Platform['system']): string | undefined {
  for (const text of commandTexts(entry)) {
    const found = whyTextTooLarge(text, system)
    if (found !== undefined) return found
  }
  return undefined
}

const commandTexts = (entry: CommandEntry): readonly string[] =>
  [commandLine(entry), entry.extra.module].filter((text): text is string => typeof text === 'string')

const directoryOf = /\$\(dirname\s+([^\s()]{1,200})\s*\)/g
const read = (command: string, system: Platform['system']): CommandText =>
  readCommandText(command.replace(rootWords, ROOT).replace(homeWords, HOME).replace(directoryOf, '$1/..'), system)

function whyTextTooLarge(command: string, system: Platform['system']): string | undefined {
  if (command.length >= longestCommand)
    return `the command is ${command.length} characters long; at most ${longestCommand} are read: move it to a script`
  const { words, entered, searched: searchFiles } = read(command, system)
  if (entered.length > mostDirectoriesEntered)
    return `the command enters ${entered.length} directories; trust follows at most ${mostDirectoriesEntered}: move it to a script`
  const paths = words.length * (1 + 2 * entered.length + searchFiles.length)
  return paths > mostPaths
    ? `the command may name ${paths} files; trust compares at most ${mostPaths}: move it to a script`
    : undefined
}

function readNamedPaths(command: string, place: CommandContext): NamedPaths {
  const { cwd, root, platform, files } = place
  const { system, home } = platform
  const whole = (text: string) => text.replaceAll(ROOT, () => root).replaceAll(HOME, () => home)
  const text = read(command, system)
  const bases = findBases(text, cwd, system, whole)
  const at = (word: string) =>
    isAbsolute(system, word) ? [join(system, word)] : bases.map((base) => resolve(system, base, word))
  const plain = text.words.filter(isBound).flatMap((word) => spellings(word).flatMap((spelled) => at(whole(spelled))))
  const isOwn = (path: string) => isWithin(system, root, path) || isWithin(system, cwd, path)
  const { list } = files
  // The runner takes the whole text for a path where a file of that name is there.
  const raw = command.length <= 4096 ? [command.trim(), whole(command.replace(rootWords, ROOT).trim())].flatMap(at) : []
  const search = list === undefined ? [] : searched(text, place, { isFile: files.isFile, list }, at, whole, isOwn)
  const paths = [...raw, ...plain].filter((path) => isOwn(path) || !isSystemPath(path))
  return {
    paths,
    found: search.flatMap((one) => one.files),
    directories: search.flatMap((one) => one.directories),
  }
}

/** Globs in the place of what runs; and where that is not all, whatever lies where a workspace keeps its hooks. */
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
    (path) => !/\.(md|mdc|log|jsonl)$|[\\/](settings(\.local)?|hooks|hookline)\.json$/.test(path),
  )
  return [...found, { files: scripts, directories: below.directories }]
}

/** Each `cd` from where the one before led, and from the start: a subshell comes back. */
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

/** What an interpreter finds by a shorter name, and what follows `=` (`--config=x`). */
function spellings({ text, runs, by }: Word): readonly string[] {
  const value = text.includes('=') ? [text.slice(text.indexOf('=') + 1)] : []
  return [text, ...value, ...(runs ? (endings[by.replace(/[\d.]+$/, '')] ?? []).map((end) => text + end) : [])]
}
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
}

/** By its name something that the command writes: bound, each run would take its own trust away. What runs is bound whatever its name. */
const isBound = ({ text, runs }: Word): boolean => runs || !/\.(log|jsonl|db|sqlite3?|pid|lock|tmp|out)$/i.test(text)

/** Programs of the system are not the workspace's to change, and an update of it must not take trust away. */
const isSystemPath = (path: string): boolean =>
  /^(\/bin\/|\/sbin\/|\/usr\/(?!local\/)|\/System\/|[A-Za-z]:\\Windows\\|[A-Za-z]:\\Program Files)/i.test(path)
