/** Which checked files a mirror has, and where. Computed from what was checked and the real files, never from what the mirror says. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { searchedBy } from '../../config/files/command-files.ts'
import { findImports, findSearched, isGlob } from '../../config/files/imports.ts'
import { fitsGlob } from '../../config/files/list-files.ts'
import type { CheckedFile, Entry } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { sha256 } from '../system/hashes.ts'
import { readRegular } from '../system/regular-file.ts'

/** A file in a mirror. */
export interface Copy {
  /** The path by which it was checked. */
  readonly path: string
  readonly sha256: string
  readonly executable: boolean
  /** The real path: the copy stands there in the mirror. */
  readonly real: string
  /** If the file was named by a link: the link's path, with a real directory. */
  readonly link?: string
}

/** The bytes of a file are not those that were checked. */
export class ChangedFileError extends Error {}

const maxBytes = 64 * 2 ** 20
const maxCopies = 1024
const maxSearched = 32

export interface CopyRequest {
  readonly entry: Entry
  /** The scripts that the command starts. */
  readonly scripts: readonly string[]
  readonly checked: ReadonlyMap<string, CheckedFile>
  readonly platform: Pick<Platform, 'system' | 'home'>
}

export type CopyWithBytes = Copy & { readonly bytes: Buffer }

/**
 * The scripts, all checked files that they load, and the other files of their set. `pathOf` says where the bytes of a file are read:
 * at its own place, or in a mirror. Only bytes with the checked hash go on. Throws `ChangedFileError`.
 */
export function readCopies(
  { entry, scripts, checked, platform }: CopyRequest,
  pathOf: (copy: Copy) => string = ({ path }) => path,
): readonly CopyWithBytes[] {
  const mains = scripts.map((path) => ({ path, main: dirname(path) }))
  const set = [...checked.values()]
    .filter(({ inSet }) => inSet === true)
    .map(({ path }) => ({ path, main: dirname(path) }))
  const { cwd } = entry
  const root = entry.origin.root ?? cwd
  /** Reads all of them, where modules are searched in these directories. */
  function readAll(searched: readonly string[]): readonly CopyWithBytes[] {
    const queue = [...mains, ...set]
    const found = new Map<string, CopyWithBytes>()
    for (const { path, main } of queue) {
      const file = checked.get(path)
      if (file === undefined || found.has(path)) continue
      if (found.size >= maxCopies) throw new Error('too many files')
      const copy = locate(file)
      const bytes = readChecked(file, pathOf(copy))
      found.set(path, { ...copy, bytes })
      const text = bytes.toString('utf8')
      const scope = { cwd, root, main, searched, platform }
      // A directory that a script adds counts for all that it loads, also for what was read before.
      const all = new Set([...searched, ...findSearched(path, text, scope)])
      if (all.size > searched.length && searched.length < maxSearched) return readAll([...all])
      for (const imported of importsOf(copy, text, scope, [...checked.keys()])) queue.push({ path: imported, main })
    }
    return [...found.values()]
  }
  return readAll([...new Set(searchedBy(entry, { cwd, root, platform }))])
}

/** Some programs look beside the file that a link leads to. */
function importsOf(
  { path, real }: Copy,
  text: string,
  scope: Parameters<typeof findImports>[2],
  checked: readonly string[],
): readonly string[] {
  const found = new Set(findImports(path, text, scope))
  if (real !== path) for (const one of findImports(real, text, scope)) found.add(one)
  return [...found].flatMap((one) => (isGlob(one) ? checked.filter((path) => fitsGlob(one, path)) : [one]))
}

function readChecked({ path, sha256: expected }: CheckedFile, at: string): Buffer {
  const found = readRegular(at, maxBytes)
  if (found.kind === 'bytes' && sha256(found.bytes) === expected) return found.bytes
  throw new ChangedFileError(`${path} is not as it was checked`)
}

function locate({ path, sha256: hash, executable }: CheckedFile): Copy {
  const copy = { path, sha256: hash, executable }
  try {
    const named = join(realpathSync.native(dirname(path)), basename(path))
    if (!lstatSync(named).isSymbolicLink()) return { ...copy, real: named }
    return { ...copy, real: realpathSync.native(path), link: named }
  } catch {
    throw new ChangedFileError(`${path} is not there any more`)
  }
}

/** The target of a link; undefined for anything else, and for nothing. */
export function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
