/** Whether a path, or what a shell command touches, is protected. Looks at links on the disk, changes nothing. */
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { readShell, type ShellReading } from '@hookline/core/shell'
import { knownPath } from '../lib/known-path.ts'
import { loadedAndPrinted } from '../lib/loaded.ts'
import { type Globs, globs, isInside, MOST_PATHS, spellings } from '../lib/paths.ts'
import { pieceTest, selectedName } from '../lib/selected.ts'
import { type Touched, touched } from '../lib/touched.ts'
import { braces, wildcards } from '../lib/wildcards.ts'

export interface Seen {
  /** `many`: more paths than are judged; `path` is their number. */
  readonly kind: 'deny' | 'ask' | 'outside' | 'many'
  readonly path: string
  readonly pattern: string
}
export interface Lists {
  readonly deny: readonly string[]
  readonly ask: readonly string[]
  readonly allow: readonly string[]
}

const many = (count: number): Seen => ({ kind: 'many', path: String(count), pattern: '' })

export function createJudge({ deny, ask, allow }: Lists) {
  const [denied, asks, allowed] = [globs(deny), globs(ask), globs(allow)]
  const [wildDenied, wildAsks] = [wildcards(deny), wildcards(ask)]
  const byPiece = pieceTest(
    deny
      .flatMap(braces)
      .map(fixedPart)
      .filter((part) => part.length > 2),
  )
  const matched = (list: Globs, all: readonly string[]): string | undefined => {
    const found = all.map(list).find((one) => one !== undefined)
    return found === undefined || all.every((one) => allowed(one) !== undefined || list(one) === undefined)
      ? undefined
      : found
  }
  const asDenied = (path: string, all: readonly string[]): Seen | undefined => {
    const pattern = matched(denied, all)
    return pattern === undefined ? undefined : { kind: 'deny', path, pattern }
  }
  const asAsked = (path: string, all: readonly string[]): Seen | undefined => {
    const pattern = matched(asks, all)
    return pattern === undefined ? undefined : { kind: 'ask', path, pattern }
  }
  const read = (path: string, cwd: string): Seen | undefined => asDenied(path, spellings(path, cwd))
  const write = (path: string, cwd: string, roots: readonly string[]): Seen | undefined => {
    const all = spellings(path, cwd)
    return asDenied(path, all) ?? asAsked(path, all) ?? (isOutside(path, cwd, roots) ? outside(path) : undefined)
  }
  /** The first that `judgeOne` minds; more than can be looked up on the disk are a question. */
  const firstOf = (paths: readonly string[], judgeOne: (path: string) => Seen | undefined): Seen | undefined => {
    const distinct = [...new Set(paths)]
    for (const path of distinct.slice(0, MOST_PATHS)) {
      const seen = judgeOne(path)
      if (seen !== undefined) return seen
    }
    return distinct.length > MOST_PATHS ? many(distinct.length) : undefined
  }
  /** A wildcard that could stand for a protected name. */
  const wild = ({ path, how, hidden }: Touched, full: string): Seen | undefined => {
    if (allowed(full) !== undefined) return undefined
    const [secret, guarded] = [
      how === 'alter' ? undefined : wildDenied(full, hidden),
      how === 'read' ? undefined : wildAsks(full),
    ]
    if (secret !== undefined) return { kind: 'deny', path, pattern: secret }
    return guarded === undefined ? undefined : { kind: 'ask', path, pattern: guarded }
  }
  /** All that lies below goes along, and with a workspace what guards it. */
  const below = ({ path, whole }: Touched, full: string, roots: readonly string[]): Seen | undefined => {
    const [pattern] = ask
    return whole === true && pattern !== undefined && roots.some((root) => isInside(root, [full]))
      ? { kind: 'ask', path, pattern }
      : undefined
  }
  const one = (file: Touched, cwd: string, roots: readonly string[]): Seen | undefined => {
    const known = knownPath(file.path, file.cwd, cwd, roots[0] ?? cwd)
    if (known === undefined) return undefined
    if (file.how === 'name') return undefined
    if (file.glob) return wild(file, known.path)
    const { path, how } = file
    const all = known.whole ? spellings(known.path, cwd) : [known.path]
    if (how === 'alter') return asAsked(path, all)
    const listed = asDenied(path, all) ?? (how === 'read' ? undefined : asAsked(path, all))
    if (listed !== undefined || how === 'read' || !known.whole) return listed
    if (file.mentioned !== true && isOutside(known.path, cwd, roots)) return outside(path)
    return below(file, known.path, roots)
  }
  /** A wildcard or a name that a search takes files by. */
  const selected = (glob: string): Seen | undefined => {
    const pattern = braces(glob)
      .filter((one) => !one.startsWith('!') && allowed(one) === undefined)
      .map((one) => (/[*?[]/.test(one) ? wildDenied(one, true) : denied(one)))
      .find((one) => one !== undefined)
    return pattern === undefined ? undefined : { kind: 'deny', path: glob, pattern }
  }
  /** Of many wildcards the first that takes a protected file; more than can be judged are a question. */
  const selectAny = (globs: readonly string[]): Seen | undefined => {
    const distinct = [...new Set(globs)]
    let ways = 0
    for (const glob of distinct) {
      ways += braces(glob).length
      if (ways > MOST_PATHS) return many(distinct.length)
      const seen = selected(glob)
      if (seen !== undefined) return seen
    }
    return undefined
  }
  /** Names that one command lists and another one opens. */
  const searched = (reading: ShellReading): readonly Seen[] => {
    const path = selectedName(reading, {
      glob: (text) => (selected(text) === undefined ? undefined : text),
      piece: (text) => (allowed(text) === undefined ? byPiece(text) : undefined),
    })
    return path === undefined ? [] : [{ kind: 'deny', path, pattern: selected(path)?.pattern ?? path }]
  }
  return {
    read,
    readAny: (paths: readonly string[], cwd: string) => firstOf(paths, (path) => read(path, cwd)),
    writeAny: (paths: readonly string[], cwd: string, roots: readonly string[]) =>
      firstOf(paths, (path) => write(path, cwd, roots)),
    selectAny,
    command(text: string, cwd: string, roots: readonly string[]): Seen | undefined {
      const reading = readShell(text)
      const files = distinct(touched(text, reading))
      const found = files.slice(0, MOST_PATHS).flatMap((file) => one(file, cwd, roots) ?? [])
      const unsure = reading.doubts.some(({ kind }) => kind === 'unparsable' || kind === 'too-much')
      const words = unsure ? [...new Set(text.split(/[\s"'`;|&<>()=@]+/))] : []
      const raw = words.slice(0, MOST_PATHS).flatMap((word) => read(word, cwd) ?? [])
      const count = Math.max(files.length, words.length)
      const loaded = loadedAndPrinted(reading)
        .slice(0, MOST_PATHS)
        .flatMap((path) => read(path, cwd) ?? [])
      const all = [...found, ...raw, ...loaded, ...searched(reading), ...(count > MOST_PATHS ? [many(count)] : [])]
      return all.find(({ kind }) => kind === 'deny') ?? all.find(({ kind }) => kind !== 'outside') ?? all[0]
    },
  }
}

const distinct = (files: readonly Touched[]): readonly Touched[] => [
  ...new Map(
    files.map((file) => [JSON.stringify([file.path, file.how, file.cwd, file.glob, file.whole, file.hidden]), file]),
  ).values(),
]

/** The part of a pattern without wildcards: `.env.` of `.env.*`. */
const fixedPart = (pattern: string): string => pattern.replace(/^\**\/|\/?\*+$|^\*+/g, '')

const outside = (path: string): Seen => ({ kind: 'outside', path, pattern: '' })

const passing = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty']
/** As it is written, and where its links lead: both must stay inside. */
function isOutside(path: string, cwd: string, roots: readonly string[]): boolean {
  if (roots.length === 0 || passing.includes(path)) return false
  const places = [...roots, tmpdir(), '/tmp', '/var/tmp'].flatMap((place) => spellings(place, '/'))
  return spellings(resolve(cwd, path), '/').some((one) => !isInside(one, places))
}
