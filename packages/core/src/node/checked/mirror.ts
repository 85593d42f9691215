/**
 * A mirror is a directory tree with copies of checked files at their own paths. Everything else in it is a link to the real file,
 * so that a script finds its neighbours (CONTRACT §5, checked copies).
 *
 *   <cache>/checked/<key>/index.json      what is in it
 *                        /running/        a file for each run
 *                        /root/home/u/project/.cursor/hooks/guard.sh   the copy
 *                        /root/home/u/project/.cursor/hooks/words.txt  → /home/u/project/.cursor/hooks/words.txt
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { nodeFiles } from '../system/files.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { readRegularText } from '../system/regular-file.ts'
import { type Copy, linkTarget } from './layout.ts'

/** A real directory of which the mirror has its own. */
export interface MirroredDirectory {
  readonly path: string
  /** In the workspace or the set: its links follow the real directory at every run. */
  readonly inScope: boolean
  /** What the mirror has beside links: copies, directories of its own, links to copies. */
  readonly own: readonly string[]
  /** The links, as of the stamp of the real directory. */
  readonly linked: readonly string[]
  readonly stamp: string
}
export interface MirrorIndex {
  readonly copies: readonly Copy[]
  readonly directories: readonly MirroredDirectory[]
}

const maxNames = 5_000
/** Above the scope, only these are linked from a directory with more files: what Node looks for there. */
const maxNamesAbove = 300
const soughtAbove: ReadonlySet<string> = new Set(['node_modules', 'package.json', 'tsconfig.json'])
/** A directory that changed a moment ago may change again without getting a new stamp. */
const settledMs = 100
const unsettled = 'unsettled'

/** The path of a real file or directory in a mirror. */
export const inMirror = (mirror: string, path: string): string => join(mirror, 'root') + path
export const runningDirectory = (mirror: string): string => join(mirror, 'running')
const indexFile = (mirror: string): string => join(mirror, 'index.json')

/** Undefined if there is none, or it cannot be read. */
export function readIndex(mirror: string): MirrorIndex | undefined {
  const text = readRegularText(indexFile(mirror), 4 * 2 ** 20)
  try {
    // Only this file writes it. Its hashes are compared with the checked ones before every use.
    return text === undefined ? undefined : (JSON.parse(text) as MirrorIndex)
  } catch {
    return undefined
  }
}

export function writeIndex(mirror: string, index: MirrorIndex): void {
  const temporary = `${indexFile(mirror)}.${randomBytes(4).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(index), { mode: 0o600, flag: 'wx' })
  renameSync(temporary, indexFile(mirror))
}

/** Builds a mirror beside its place and moves it there at once. May throw errors of the system. */
export function buildMirror(mirror: string, copies: readonly (Copy & { bytes: Buffer })[], scope: string): MirrorIndex {
  const parent = dirname(mirror)
  makeDirectory(parent)
  checkPrivate(parent)
  const draft = `${mirror}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(draft, { mode: 0o700 })
    mkdirSync(runningDirectory(draft), { mode: 0o700 })
    const own = collectOwn(copies)
    for (const directory of own.keys()) makeDirectory(inMirror(draft, directory))
    for (const { real, bytes, executable, link } of copies) {
      const at = inMirror(draft, real)
      if (!existsSync(at)) writeFileSync(at, bytes, { mode: executable ? 0o500 : 0o400, flag: 'wx' })
      // Access says no on a file system that lets no program start.
      if (executable) accessSync(at, constants.X_OK)
      if (link !== undefined && !existsSync(inMirror(draft, link)))
        symlinkSync(inMirror(mirror, real), inMirror(draft, link))
    }
    const directories = [...own].map(([path, names]) =>
      syncLinks(draft, { path, inScope: isBelow(path, scope), own: [...names], linked: [], stamp: unsettled }),
    )
    const index = { copies: copies.map(({ bytes: _, ...copy }) => copy), directories }
    writeIndex(draft, index)
    rmSync(mirror, { recursive: true, force: true })
    renameSync(draft, mirror)
    return index
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process was faster.
    const other = readIndex(mirror)
    if (other !== undefined) return other
    throw error
  }
}

/** A directory that others can write to is not a place for programs. */
function checkPrivate(directory: string): void {
  const stats = statSync(directory)
  const user = process.getuid?.()
  if (user !== undefined && (stats.uid !== user || (stats.mode & 0o022) !== 0))
    throw new Error(`${directory} is writable by others`)
}

/** The names that the mirror must have itself, by directory, up to the top. */
function collectOwn(copies: readonly Copy[]): ReadonlyMap<string, ReadonlySet<string>> {
  const own = new Map<string, Set<string>>()
  const add = (path: string): void => {
    const directory = dirname(path)
    if (directory === path) return
    const names = own.get(directory)
    if (names !== undefined) {
      names.add(basename(path))
      return
    }
    own.set(directory, new Set([basename(path)]))
    add(directory)
  }
  for (const { real, link } of copies) {
    add(real)
    if (link !== undefined) add(link)
  }
  return own
}

const isBelow = (path: string, top: string): boolean => path === top || path.startsWith(top + sep)

/** Makes the links of one directory those of the real directory now. What a script created there stays. */
export function syncLinks(mirror: string, directory: MirroredDirectory): MirroredDirectory {
  const { path, inScope, own } = directory
  const stamp = stampOf(path)
  const at = inMirror(mirror, path)
  const there = new Set(readdirSync(at))
  const names = readdirSync(path).filter((name) => !own.includes(name) && !isOwnCache(name, own))
  if (inScope && names.length > maxNames) throw new Error('too many files beside the script')
  const wanted = inScope || names.length <= maxNamesAbove ? names : names.filter((name) => soughtAbove.has(name))
  const linked = wanted.filter((name) => {
    const target = join(path, name)
    return there.has(name) ? linkTarget(join(at, name)) === target : makeLink(target, join(at, name))
  })
  const isWanted = new Set(wanted)
  for (const name of there)
    if (!isWanted.has(name) && linkTarget(join(at, name)) === join(path, name)) unlinkSync(join(at, name))
  return { path, inScope, own, linked, stamp }
}

/** Bytecode beside a copied module is kept in the mirror: a program that can write the real one could replace the module by it. */
const isOwnCache = (name: string, own: readonly string[]): boolean =>
  name === '__pycache__' && own.some((one) => one.endsWith('.py'))

/** A stamp of the real directory that was taken long enough after its last change to show the next one. */
function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true })
  const isSettled = Date.now() - Number(stats.ctimeNs / 1_000_000n) > settledMs
  return isSettled ? nodeFiles.stamp(path) : unsettled
}
export const isStale = ({ path, inScope, stamp }: MirroredDirectory): boolean =>
  inScope && (stamp === unsettled || nodeFiles.stamp(path) !== stamp)

export function makeLink(target: string, at: string): boolean {
  try {
    symlinkSync(target, at)
    return true
  } catch {
    // Another process made it, or the system cannot: then the script does not find that neighbour.
    return linkTarget(at) === target
  }
}

const maxMirrors = 64
const maxUnusedMs = 7 * 24 * 60 * 60_000
const minUnusedMs = 60 * 60_000
const touchMs = 60 * 60_000

/** Removes mirrors that were not used for a week, and the oldest where there are many. Drafts of killed processes go too. */
export function pruneMirrors(directory: string, now = Date.now()): void {
  const found = nodeFiles.list(directory).flatMap((name) => {
    const path = join(directory, name)
    const stats = statSync(name.includes('.') ? path : indexFile(path), { throwIfNoEntry: false })
    return stats === undefined ? [] : [{ path, unusedMs: now - stats.mtimeMs }]
  })
  const byAge = found.toSorted((a, b) => a.unusedMs - b.unusedMs)
  for (const [at, { path, unusedMs }] of byAge.entries()) {
    const isDraft = basename(path).includes('.')
    if (unusedMs > maxUnusedMs || (unusedMs > minUnusedMs && (isDraft || at >= maxMirrors)))
      rmSync(path, { recursive: true, force: true })
  }
}

/** Notes that the mirror is in use. */
export function touchMirror(mirror: string): void {
  const stats = statSync(indexFile(mirror), { throwIfNoEntry: false })
  if (stats !== undefined && Date.now() - stats.mtimeMs > touchMs) utimesSync(indexFile(mirror), new Date(), new Date())
}
