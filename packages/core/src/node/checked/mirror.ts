/**
 * A mirror is a directory tree with copies of checked files at their own paths. Everything else in it is a link to the real file,
 * so that a script finds its neighbours (CONTRACT §5, checked copies). Nothing that is in a mirror is believed.
 *
 *   <state>-checked/<key>/root/home/u/project/.cursor/hooks/guard.sh   the copy
 *                        /root/home/u/project/.cursor/hooks/words.txt  → /home/u/project/.cursor/hooks/words.txt
 *   <state>/checked/<key>/index.json      what its directories looked like (record.ts)
 *                        /running/        a file for each run
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { nodeFiles } from '../system/files.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { inMirror, type MirroredDirectory, type OwnKind, unsettled } from './directories.ts'
import type { Copy, CopyWithBytes } from './layout.ts'
import { runningDirectory } from './record.ts'

/** Where mirrors are, and what is known of them. */
export interface CopyLocations {
  readonly mirrors: string
  readonly records: string
}

/** Builds a mirror without its links beside its place, and moves it there at once. May throw errors of the system. */
export function buildMirror(
  mirror: string,
  copies: readonly CopyWithBytes[],
  directories: readonly MirroredDirectory[],
): void {
  const parent = dirname(mirror)
  makeDirectory(parent)
  checkPrivate(parent)
  const draft = `${mirror}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(draft, { mode: 0o700 })
    for (const { path } of directories) makeDirectory(inMirror(draft, path))
    for (const { real, bytes, executable } of copies) {
      const at = inMirror(draft, real)
      if (!existsSync(at)) writeFileSync(at, bytes, { mode: modeOf(executable), flag: 'wx' })
      // Access says no on a file system that lets no program start.
      if (executable) accessSync(at, constants.X_OK)
    }
    for (const { path, own } of directories)
      for (const [name, kind] of own) {
        const at = join(inMirror(draft, path), name)
        if (typeof kind === 'object') symlinkSync(kind.link, at)
        else if (kind === 'empty') writeFileSync(at, '', { mode: 0o400, flag: 'wx' })
      }
    replaceMirror(draft, mirror)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The old mirror is moved away first: it may have files that cannot be removed. */
function replaceMirror(draft: string, mirror: string): void {
  const old = `${draft}.old`
  try {
    renameSync(mirror, old)
  } catch {
    // There is none, or another process moved it.
  }
  renameSync(draft, mirror)
  try {
    rmSync(old, { recursive: true, force: true })
  } catch {
    // It goes when mirrors are pruned.
  }
}

export const modeOf = (executable: boolean): number => (executable ? 0o500 : 0o400)

/** A directory that others can write to, or a link that leads elsewhere, is not a place for programs. */
export function checkPrivate(directory: string): void {
  const stats = lstatSync(directory)
  const user = process.getuid?.()
  if (!stats.isDirectory()) throw new Error(`${directory} is not a directory`)
  if (user !== undefined && (stats.uid !== user || (stats.mode & 0o022) !== 0))
    throw new Error(`${directory} is writable by others`)
}

/** The directories that the mirror must have itself, up to the top. `scope` is the workspace or the set. */
export function findDirectories(mirror: string, copies: readonly Copy[], scope: string): readonly MirroredDirectory[] {
  const found = new Map<string, Map<string, OwnKind>>()
  const add = (path: string, kind: OwnKind): void => {
    const directory = dirname(path)
    if (directory === path) return
    const own = found.get(directory)
    if (own !== undefined) {
      own.set(basename(path), kind)
      return
    }
    found.set(directory, new Map([[basename(path), kind]]))
    add(directory, 'directory')
  }
  for (const { real, link } of copies) {
    add(real, 'file')
    if (link !== undefined) add(link, { link: inMirror(mirror, real) })
  }
  // Python would take bytecode beside a module for the module. Where this is a file, it neither reads nor writes any.
  for (const own of found.values())
    if ([...own].some(([name, kind]) => kind !== 'directory' && name.endsWith('.py')) && !own.has('__pycache__'))
      own.set('__pycache__', 'empty')
  return [...found].map(([path, own]) => ({
    path,
    inScope: path === scope || path.startsWith(scope + sep),
    own,
    linked: [],
    real: unsettled,
    mirrored: unsettled,
  }))
}

const maxMirrors = 64
const maxUnusedMs = 7 * 24 * 60 * 60_000
const minUnusedMs = 60 * 60_000

/** Removes mirrors that were not used for a week, and the oldest where there are many. Drafts of killed processes go too. */
export function pruneMirrors({ mirrors, records }: CopyLocations, now = Date.now()): void {
  const names = new Set([...nodeFiles.list(mirrors), ...nodeFiles.list(records)])
  const found = [...names].flatMap((name) => {
    const stats =
      // Each run writes a file there.
      statSync(runningDirectory(join(records, name)), { throwIfNoEntry: false }) ??
      lstatSync(join(mirrors, name), { throwIfNoEntry: false })
    return stats === undefined ? [] : [{ name, unusedMs: now - stats.mtimeMs }]
  })
  const byAge = found.toSorted((a, b) => a.unusedMs - b.unusedMs)
  for (const [at, { name, unusedMs }] of byAge.entries()) {
    const isDraft = name.includes('.')
    if (unusedMs > maxUnusedMs || (unusedMs > minUnusedMs && (isDraft || at >= maxMirrors)))
      for (const path of [join(mirrors, name), join(records, name)]) rmSync(path, { recursive: true, force: true })
  }
}
