/** The directories of a mirror: makes their links those of the real directories, and removes everything that does not belong there. */
import { lstatSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '../system/files.ts'
import { linkTarget } from './layout.ts'

/** What a mirror has beside links to real files: a copy, a directory on the way to one, an empty file, or a link to a copy. */
export type OwnKind = 'file' | 'directory' | 'empty' | { readonly link: string }

/** What is known of a directory since it was last looked at. */
export interface DirectoryRecord {
  /** The names of the links. */
  readonly linked: readonly string[]
  /** The stamp of the real directory, as of which the links were made. */
  readonly real: string
  /** The stamp of the directory in the mirror, as of which it had nothing but what belongs there. */
  readonly mirrored: string
}
/** A real directory of which the mirror has its own. */
export interface MirroredDirectory extends DirectoryRecord {
  readonly path: string
  /** In the workspace or the set: its links follow the real directory at every run, and what a hook does there is carried back. */
  readonly inScope: boolean
  readonly own: ReadonlyMap<string, OwnKind>
}

/** Something in the mirror is not what it must be, so the mirror is built again. */
export class DamagedMirrorError extends Error {}

const maxNames = 5_000
/** Above the scope, only these are linked from a directory with more files: what Node looks for there. */
const maxNamesAbove = 300
const soughtAbove: ReadonlySet<string> = new Set(['node_modules', 'package.json', 'tsconfig.json'])
/** A directory that changed a moment ago may change again without getting a new stamp. */
const settledMs = 100
/** In place of a stamp: the directory must be looked at again. */
export const unsettled = 'unsettled'
/** In place of a stamp: the directory has files of runs that are going on. */
export const inUse = 'in-use'

/** The path of a real file or directory in a mirror. */
export const inMirror = (mirror: string, path: string): string => join(mirror, 'root') + (path === '/' ? '' : path)

/** Both stamps of a directory as of now. */
export interface DirectoryStamps {
  readonly real: string
  readonly mirrored: string
}
export const stampsOf = (mirror: string, { path, inScope }: MirroredDirectory): DirectoryStamps => ({
  real: inScope ? nodeFiles.stamp(path) : '',
  mirrored: nodeFiles.stamp(inMirror(mirror, path)),
})

const isOutdated = ({ inScope, real }: MirroredDirectory, now: DirectoryStamps): boolean => inScope && real !== now.real
export const needsSync = (directory: MirroredDirectory, now: DirectoryStamps): boolean =>
  directory.mirrored !== now.mirrored || isOutdated(directory, now)

/**
 * `isBusy` says whether another run of the script is going on: what is there may then be its file, and stays. May throw
 * `DamagedMirrorError` and errors of the system.
 */
export function syncDirectory(mirror: string, directory: MirroredDirectory, isBusy: () => boolean): MirroredDirectory {
  const { path, own } = directory
  const at = inMirror(mirror, path)
  const [real, mirrored] = [settledStamp(path), settledStamp(at)]
  if (!lstatSync(at).isDirectory()) throw new DamagedMirrorError(`${at} is not a directory`)
  const wanted = new Set(findNeighbours(directory))
  const names = readdirSync(at)
  checkOwn(at, own, names)
  const others = names.filter((name) => !own.has(name))
  const linked = others.filter((name) => wanted.has(name) && linkTarget(join(at, name)) === join(path, name))
  const isLinked = new Set(linked)
  const foreign = others.filter((name) => !isLinked.has(name))
  // Asked after the names were read: a run whose file is among them was noted before it started.
  const keeps = foreign.length > 0 && isBusy()
  const kept = keeps ? foreign.filter((name) => linkTarget(join(at, name)) !== join(path, name)) : []
  for (const name of foreign) if (!kept.includes(name)) remove(join(at, name))
  const missing = [...wanted].filter((name) => !isLinked.has(name) && !kept.includes(name))
  const made = missing.filter((name) => makeLink(join(path, name), join(at, name)))
  const isSame = foreign.length === 0 && made.length === 0
  return { ...directory, linked: [...linked, ...made], real, mirrored: isSame ? mirrored : keeps ? inUse : unsettled }
}

/** While others run, only links to new files are made: a link that is missing may be a file that a hook removed. */
export const syncWhileBusy = (mirror: string, directory: MirroredDirectory, now: DirectoryStamps): MirroredDirectory =>
  isOutdated(directory, now) || directory.real === unsettled
    ? syncDirectory(mirror, directory, () => true)
    : { ...directory, mirrored: inUse }

function findNeighbours({ path, inScope, own, linked }: MirroredDirectory): readonly string[] {
  // Above the scope, the links are those of the first time.
  if (!inScope && linked.length > 0) return linked
  const names = readdirSync(path).filter((name) => !own.has(name))
  if (inScope && names.length > maxNames) throw new Error('too many files beside the script')
  return inScope || names.length <= maxNamesAbove ? names : names.filter((name) => soughtAbove.has(name))
}

function checkOwn(at: string, own: MirroredDirectory['own'], names: readonly string[]): void {
  const there = new Set(names)
  for (const [name, kind] of own)
    if (!there.has(name) || !isOfKind(join(at, name), kind)) throw new DamagedMirrorError(`${name} was replaced`)
}

function isOfKind(path: string, kind: OwnKind): boolean {
  if (typeof kind === 'object') return linkTarget(path) === kind.link
  const stats = lstatSync(path)
  return kind === 'directory' ? stats.isDirectory() : stats.isFile()
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    throw new DamagedMirrorError(`${path} cannot be removed`)
  }
}

/** A stamp that was taken long enough after the last change of the directory to show the next one. */
function settledStamp(path: string): string {
  const stats = statSync(path, { bigint: true })
  const isSettled = Date.now() - Number(stats.ctimeNs / 1_000_000n) > settledMs
  return isSettled ? nodeFiles.stamp(path) : unsettled
}

export function makeLink(target: string, at: string): boolean {
  try {
    symlinkSync(target, at)
    return true
  } catch {
    // Another process made it, or the system cannot: then the script does not find that neighbour.
    return linkTarget(at) === target
  }
}
