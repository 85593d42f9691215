/** Decides whether a path, or a file that a shell command uses, is protected. It reads links on disk but changes nothing. */
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { argumentsOf, readShell, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { findPrintedEnvFiles } from '../lib/env-files.ts'
import { resolveKnownPath } from '../lib/known-path.ts'
import { patchedPaths } from '../lib/patched-paths.ts'
import { createGlobMatcher, type GlobMatcher, isInside, MAX_PATHS, spellings } from '../lib/paths.ts'
import { findSelectedName, pieceTest } from '../lib/selected-names.ts'
import { type CommandFile, findTouchedFiles } from '../lib/touched-files.ts'
import { braces, createWildcardMatcher } from '../lib/wildcards.ts'

export interface ProtectedPath {
  /** `many` means more paths than can be checked; `path` is then their number. */
  readonly kind: 'deny' | 'ask' | 'outside' | 'many'
  readonly path: string
  readonly pattern: string
}
export interface Lists {
  readonly deny: readonly string[]
  readonly ask: readonly string[]
  readonly allow: readonly string[]
}

const many = (count: number): ProtectedPath => ({ kind: 'many', path: String(count), pattern: '' })

export function createJudge({ deny, ask, allow }: Lists) {
  const [denied, asks, allowed] = [createGlobMatcher(deny), createGlobMatcher(ask), createGlobMatcher(allow)]
  const [wildDenied, wildAsks] = [createWildcardMatcher(deny), createWildcardMatcher(ask)]
  const byPiece = pieceTest(
    deny
      .flatMap(braces)
      .map(fixedPart)
      .filter((part) => part.length > 2),
  )
  const matched = (list: GlobMatcher, all: readonly string[]): string | undefined => {
    const found = all.map(list).find((one) => one !== undefined)
    return found === undefined || all.every((one) => allowed(one) !== undefined || list(one) === undefined)
      ? undefined
      : found
  }
  const asDenied = (path: string, all: readonly string[]): ProtectedPath | undefined => {
    const pattern = matched(denied, all)
    return pattern === undefined ? undefined : { kind: 'deny', path, pattern }
  }
  const asAsked = (path: string, all: readonly string[]): ProtectedPath | undefined => {
    const pattern = matched(asks, all)
    return pattern === undefined ? undefined : { kind: 'ask', path, pattern }
  }
  const read = (path: string, cwd: string): ProtectedPath | undefined => asDenied(path, spellings(path, cwd))
  const write = (path: string, cwd: string, roots: readonly string[]): readonly ProtectedPath[] => {
    const all = spellings(path, cwd)
    const listed = [asDenied(path, all), asAsked(path, all)].flatMap((found) => found ?? [])
    return isOutside(path, cwd, roots) ? [...listed, outside(path)] : listed
  }
  /** The protected paths. If there are more paths than can be looked up on disk, a person is asked. */
  const allOf = (
    paths: readonly string[],
    judgeOne: (path: string) => readonly ProtectedPath[],
  ): readonly ProtectedPath[] => {
    const distinct = [...new Set(paths)]
    const seen = distinct.slice(0, MAX_PATHS).flatMap(judgeOne)
    return distinct.length > MAX_PATHS ? [...seen, many(distinct.length)] : seen
  }
  /** Checks a wildcard that may match a protected name. */
  const wild = ({ path, how, hidden }: CommandFile, full: string): readonly ProtectedPath[] => {
    if (allowed(full) !== undefined) return []
    const [secret, guarded] = [
      how === 'alter' ? undefined : wildDenied(full, hidden),
      how === 'read' ? undefined : wildAsks(full),
    ]
    return [
      ...(secret === undefined ? [] : [{ kind: 'deny', path, pattern: secret } as const]),
      ...(guarded === undefined ? [] : [{ kind: 'ask', path, pattern: guarded } as const]),
    ]
  }
  /** Checks a deleted or moved directory that contains the workspace, and so its protected files. */
  const below = ({ path, whole }: CommandFile, full: string, roots: readonly string[]): readonly ProtectedPath[] => {
    const [pattern] = ask
    return whole === true && pattern !== undefined && roots.some((root) => isInside(root, [full]))
      ? [{ kind: 'ask', path, pattern }]
      : []
  }
  const one = (file: CommandFile, cwd: string, roots: readonly string[]): readonly ProtectedPath[] => {
    const known = resolveKnownPath(file.path, file.cwd, cwd, roots[0] ?? cwd)
    if (known === undefined || file.how === 'name') return []
    if (file.glob) return wild(file, known.path)
    const { path, how } = file
    const all = known.whole ? spellings(known.path, cwd) : [known.path]
    const listed = [
      how === 'alter' ? undefined : asDenied(path, all),
      how === 'read' ? undefined : asAsked(path, all),
    ].flatMap((found) => found ?? [])
    if (how === 'alter' || how === 'read' || !known.whole) return listed
    if (file.mentioned !== true && isOutside(known.path, cwd, roots)) return [...listed, outside(path)]
    return [...listed, ...below(file, known.path, roots)]
  }
  /** Checks a wildcard or a name that selects the files of a search. */
  const selected = (glob: string): ProtectedPath | undefined => {
    const pattern = braces(glob)
      .filter((one) => !one.startsWith('!') && allowed(one) === undefined)
      .map((one) => (/[*?[]/.test(one) ? wildDenied(one, true) : denied(one)))
      .find((one) => one !== undefined)
    return pattern === undefined ? undefined : { kind: 'deny', path: glob, pattern }
  }
  /** The wildcards that select a protected file. If there are more than can be checked, a person is asked. */
  const selectAny = (globs: readonly string[]): readonly ProtectedPath[] => {
    const distinct = [...new Set(globs)]
    const found: ProtectedPath[] = []
    let ways = 0
    for (const glob of distinct) {
      ways += braces(glob).length
      if (ways > MAX_PATHS) return [...found, many(distinct.length)]
      const seen = selected(glob)
      if (seen !== undefined) found.push(seen)
    }
    return found
  }
  /** Checks names that one command lists and another opens. */
  const searched = (reading: ShellReading): readonly ProtectedPath[] => {
    const path = findSelectedName(reading, {
      glob: (text) => (selected(text) === undefined ? undefined : text),
      piece: (text) => (allowed(text) === undefined ? byPiece(text) : undefined),
    })
    return path === undefined ? [] : [{ kind: 'deny', path, pattern: selected(path)?.pattern ?? path }]
  }
  return {
    read,
    readAny: (paths: readonly string[], cwd: string) => allOf(paths, (path) => [read(path, cwd) ?? []].flat()),
    writeAny: (paths: readonly string[], cwd: string, roots: readonly string[]) =>
      allOf(paths, (path) => write(path, cwd, roots)),
    selectAny,
    /** What the command would read or change, files outside the workspace last. */
    command(text: string, cwd: string, roots: readonly string[]): readonly ProtectedPath[] {
      const reading = readShell(text)
      const files = distinct(findTouchedFiles(text, reading))
      const found = files.slice(0, MAX_PATHS).flatMap((file) => one(file, cwd, roots))
      const unsure = reading.doubts.some(({ kind }) => kind === 'unparsable' || kind === 'too-much')
      const words = unsure ? [...new Set(text.split(/[\s"'`;|&<>()=@]+/))] : []
      const raw = words.slice(0, MAX_PATHS).flatMap((word) => read(word, cwd) ?? [])
      const count = Math.max(files.length, words.length)
      const loaded = findPrintedEnvFiles(reading)
        .slice(0, MAX_PATHS)
        .flatMap((path) => read(path, cwd) ?? [])
      const patched = reading.commands
        .flatMap((command) => patchedBy(command, cwd))
        .slice(0, MAX_PATHS)
        .flatMap((path) => write(path, cwd, roots))
      const all = [
        ...found,
        ...patched,
        ...raw,
        ...loaded,
        ...searched(reading),
        ...(count > MAX_PATHS ? [many(count)] : []),
      ]
      const isOut = ({ kind }: ProtectedPath) => kind === 'outside'
      return [...all.filter((seen) => !isOut(seen)), ...all.filter(isOut)]
    },
  }
}

/** The files that `git apply` and `patch` change, if their patch can be read. */
function patchedBy(command: ShellCommand, cwd: string): readonly string[] {
  const isPatch =
    command.name === 'git'
      ? command.words.some(({ text }) => /^(apply|am)$/.test(text))
      : /^g?patch$/.test(command.name)
  const args = isPatch ? argumentsOf(command) : undefined
  if (
    args === undefined ||
    args.isDryRun ||
    args.options.some(({ name }) => /^--(check|stat|numstat|summary)$/.test(name))
  )
    return []
  return patchedPaths(command, args, resolve(cwd, command.cwd ?? '.'))
}

const distinct = (files: readonly CommandFile[]): readonly CommandFile[] => [
  ...new Map(
    files.map((file) => [JSON.stringify([file.path, file.how, file.cwd, file.glob, file.whole, file.hidden]), file]),
  ).values(),
]

/** The part of a pattern without wildcards: `.env.` of `.env.*`. */
const fixedPart = (pattern: string): string => pattern.replace(/^\**\/|\/?\*+$|^\*+/g, '')

const outside = (path: string): ProtectedPath => ({ kind: 'outside', path, pattern: '' })

const passing = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty']
/** Both the path as written and the path with links resolved must be inside. */
function isOutside(path: string, cwd: string, roots: readonly string[]): boolean {
  // Bash connects to these names; they are not files.
  if (roots.length === 0 || passing.includes(path) || /^\/dev\/(tcp|udp)\//.test(path)) return false
  const allowed = [...roots, tmpdir(), '/tmp', '/var/tmp'].flatMap((directory) => spellings(directory, '/'))
  return spellings(resolve(cwd, path), '/').some((one) => !isInside(one, allowed))
}
