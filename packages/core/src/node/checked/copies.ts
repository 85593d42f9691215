/** Runs the scripts of a hook from checked copies: prepares them before the process starts, and looks at them after it ended. */
import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { directoryVariables } from '../../agents/list.ts'
import { type FoundScripts, findScripts } from '../../config/files/find-scripts.ts'
import type { CheckedFile, Entry } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import type { CheckedCopies, PreparedCopies } from '../../runners/command.ts'
import { copiesDirectory, stateDirectory } from '../../sources/locations.ts'
import { codeOf } from '../system/code-of.ts'
import { nodeFiles } from '../system/files.ts'
import { createFileHasher, sha256 } from '../system/hashes.ts'
import { carryBack } from './carry-back.ts'
import {
  DamagedMirrorError,
  type DirectoryStamps,
  inMirror,
  inUse,
  type MirroredDirectory,
  needsSync,
  stampsOf,
  syncDirectory,
  syncWhileBusy,
} from './directories.ts'
import { ChangedFileError, type Copy, type CopyRequest, readCopies } from './layout.ts'
import { buildMirror, type CopyLocations, checkPrivate, findDirectories, modeOf, pruneMirrors } from './mirror.ts'
import { beginRun, hasRuns, prepareRuns, withRecord, writeRecord } from './record.ts'

interface Setup {
  readonly locations: CopyLocations
  readonly platform: Pick<Platform, 'system' | 'home'>
}
type Env = Readonly<Record<string, string>>

/** What is known of the files of one check. */
interface Checked {
  readonly files: ReadonlyMap<string, CheckedFile>
  readonly key: string
}

/** A mirror as this process knows it. */
interface Mirror {
  readonly at: string
  readonly record: string
  readonly copies: readonly Copy[]
  readonly directories: readonly MirroredDirectory[]
  /** The stamps of the copies, as of which all had the checked bytes. */
  readonly verified?: string
}

/** One for each directory, because a process that answers many callers makes an engine for each event. */
const created = new Map<string, CheckedCopies>()

export function checkedCopies(platform: Platform): CheckedCopies {
  const locations = { mirrors: copiesDirectory(platform), records: join(stateDirectory(platform), 'checked') }
  const known = created.get(locations.mirrors) ?? createCheckedCopies({ locations, platform })
  created.set(locations.mirrors, known)
  return known
}

function createCheckedCopies({ locations, platform }: Setup): CheckedCopies {
  const hashFiles = createFileHasher(nodeFiles)
  const mirrors = new Map<string, Mirror>()
  const checks = new WeakMap<readonly CheckedFile[], Checked>()
  const scripts = new WeakMap<Entry, { readonly key: string; readonly found: FoundScripts }>()

  function checkedOf(entry: Entry): Checked | undefined {
    const files = entry.checkedFiles?.()
    if (files === undefined) return undefined
    const known = checks.get(files)
    if (known !== undefined) return known
    const list = files.filter(({ path, sha256: hash }) => isHash.test(hash) && !isInstalled.test(path))
    const made = { files: new Map(list.map((file) => [file.path, file])), key: JSON.stringify(list) }
    checks.set(files, made)
    return made
  }
  function findIn(entry: Entry, env: Env, { files, key: checkKey }: Checked): FoundScripts {
    const key = JSON.stringify([checkKey, env.HOME, ...directoryVariables.map((name) => env[name])])
    const known = scripts.get(entry)
    if (known?.key === key) return known.found
    const { system } = platform
    const found = findScripts(entry, { system, cwd: entry.cwd, env, isChecked: (path) => files.has(path) })
    scripts.set(entry, { key, found })
    return found
  }
  /** The mirror with these scripts, with copies that have the checked bytes now, and with nothing else but links. */
  function open(entry: Entry, paths: readonly string[], { files, key }: Checked): OpenMirror {
    const name = sha256(JSON.stringify([paths, entry.cwd, entry.origin.root, key])).slice(0, 32)
    const [at, record] = [join(locations.mirrors, name), join(locations.records, name)]
    const request = { entry, scripts: paths, checked: files, platform }
    const known = mirrors.get(at)
    const checked = known === undefined ? restore(at, record, request) : verify(known)
    try {
      if (checked !== undefined) return sync(checked)
    } catch (error) {
      if (!(error instanceof DamagedMirrorError)) throw error
    }
    return sync(build(at, record, request))
  }
  /** The mirror that another process made. Undefined if there is none, or one that has other copies. */
  function restore(at: string, record: string, request: CopyRequest): Mirror | undefined {
    try {
      checkPrivate(locations.mirrors)
      const copies = readCopies(request, ({ real }) => inMirror(at, real)).map(({ bytes: _, ...copy }) => copy)
      if (!copies.every((copy) => isRightFile(at, copy))) return undefined
      prepareRuns(record)
      return { at, record, copies, directories: withRecord(record, findDirectories(at, copies, scopeOf(request))) }
    } catch {
      return undefined
    }
  }
  function build(at: string, record: string, request: CopyRequest): Mirror {
    const copies = readCopies(request)
    const directories = findDirectories(at, copies, scopeOf(request))
    try {
      buildMirror(at, copies, directories)
    } catch (error) {
      // Another process may have been faster.
      const other = restore(at, record, request)
      if (other === undefined) throw error
    }
    prepareRuns(record)
    pruneMirrors(locations)
    const verified = verify({ at, record, copies: copies.map(({ bytes: _, ...copy }) => copy), directories })
    if (verified === undefined) throw new ChangedFileError('a checked copy was changed')
    return verified
  }
  const scopeOf = ({ entry }: CopyRequest): string => nodeFiles.realPath(entry.origin.root ?? entry.cwd)

  /** Undefined if a copy has other bytes, or is not the file that was made. */
  function verify(mirror: Mirror): Mirror | undefined {
    const { at, copies } = mirror
    const stamps = copyStamps(mirror)
    if (stamps === mirror.verified) return mirror
    const hashes = hashFiles(copies.map(({ real }) => inMirror(at, real)))
    const isIntact = copies.every((copy, index) => hashes[index] === copy.sha256 && isRightFile(at, copy))
    if (!isIntact) return undefined
    const isSettled = copies.every(({ real }) => Date.now() - lstatSync(inMirror(at, real)).ctimeMs > settledMs)
    const { verified: _, ...rest } = mirror
    return isSettled ? { ...rest, verified: stamps } : rest
  }

  /** Looks only at directories that have changed: in the mirror or, for the links, in the workspace. */
  function sync(mirror: Mirror): OpenMirror {
    const { at, record } = mirror
    const seen = mirror.directories.map((one) => stampsOf(at, one))
    if (!mirror.directories.some((one, index) => needsSync(one, seen[index] ?? noStamps))) {
      mirrors.set(at, mirror)
      return { mirror, seen }
    }
    const isBusy = once(() => hasRuns(record))
    if (!lstatSync(at).isDirectory()) throw new DamagedMirrorError(`${at} is not a directory`)
    const directories = mirror.directories.map((one, index) => {
      const now = seen[index] ?? noStamps
      if (!needsSync(one, now)) return one
      return isBusy() ? syncWhileBusy(at, one, now) : syncDirectory(at, one, () => hasRuns(record))
    })
    const synced = { ...mirror, directories }
    keep(synced, mirror)
    return { mirror: synced, seen: directories.map((one) => stampsOf(at, one)) }
  }
  function keep(mirror: Mirror, before: Mirror): void {
    mirrors.set(mirror.at, mirror)
    if (textOf(mirror) !== textOf(before)) writeRecord(mirror.record, mirror.directories)
  }

  const copyPath = ({ at, copies }: Mirror, path: string): string => {
    const copy = copies.find((one) => one.path === path)
    return inMirror(at, copy?.link ?? copy?.real ?? path)
  }

  function finish({ mirror, seen }: OpenMirror, marker: string, stamps: string): string | undefined {
    rmSync(marker, { force: true })
    // What was beside a copy that changed may not be the hook's.
    if (copyStamps(mirror) !== stamps) return 'a checked copy changed while its hook ran'
    const touched = new Map(
      mirror.directories.flatMap((one, index) => {
        if (!one.inScope) return []
        const now = stampsOf(mirror.at, one)
        const isTouched = one.mirrored === inUse || now.mirrored !== seen[index]?.mirrored
        return isTouched ? [[one.path, now.real === seen[index]?.real]] : []
      }),
    )
    // The last run that ends does it, because another one may hold a lock there.
    if (touched.size === 0 || hasRuns(mirror.record)) return undefined
    try {
      const current = mirrors.get(mirror.at) ?? mirror
      const directories = current.directories.map((one) => {
        const isSame = touched.get(one.path)
        return isSame === undefined ? one : carryBack(mirror.at, one, isSame)
      })
      keep({ ...current, directories }, current)
    } catch {
      // The mirror was removed or replaced meanwhile.
      mirrors.delete(mirror.at)
    }
    return undefined
  }

  return {
    prepare(entry, env): PreparedCopies | undefined {
      // Its links need a right there that most people do not have.
      if (platform.system === 'win32') return { kind: 'unavailable', note: 'no-copy:windows' }
      const checked = checkedOf(entry)
      if (checked === undefined) return undefined
      const found = findIn(entry, env, checked)
      const partly = found.complete ? [] : ['not-copied']
      if (found.paths.length === 0) return found.complete ? undefined : { kind: 'unavailable', note: 'not-copied' }
      try {
        const opened = open(entry, found.paths, checked)
        const { mirror } = opened
        const marker = beginRun(mirror.record)
        const stamps = copyStamps(mirror)
        const prefix = join(mirror.at, 'root')
        return {
          kind: 'ready',
          entry: { ...entry, ...found.replace((path) => copyPath(mirror, path)) },
          notes: ['checked-copy', ...partly],
          stamp: () =>
            [copyStamps(mirror), ...mirror.directories.map((one) => stampsOf(mirror.at, one).mirrored)].join('\n'),
          toReal: (text) => (text.includes(prefix) ? text.replaceAll(prefix, '') : text),
          finish: () => finish(opened, marker, stamps),
        }
      } catch (error) {
        if (error instanceof ChangedFileError) return { kind: 'changed', message: error.message }
        return {
          kind: 'unavailable',
          note: `no-copy:${codeOf(error) || (error instanceof Error ? error.message : 'error')}`,
        }
      }
    },
  }
}

interface OpenMirror {
  readonly mirror: Mirror
  /** The stamps of its directories before the process started. */
  readonly seen: readonly DirectoryStamps[]
}
const noStamps: DirectoryStamps = { real: '', mirrored: '' }

const copyStamps = ({ at, copies }: Mirror): string =>
  copies.map(({ real }) => nodeFiles.stamp(inMirror(at, real))).join('\n')
const textOf = ({ directories }: Mirror): string =>
  JSON.stringify(directories.map(({ linked, real, mirrored }) => [linked, real, mirrored]))

/** A copy that changed a moment ago may change again without getting a new stamp. */
const settledMs = 100

/** A regular file that can be executed if the checked one can. A copy without that right would fail, and the gate might be open. */
function isRightFile(at: string, { real, executable }: Copy): boolean {
  const stats = lstatSync(inMirror(at, real), { throwIfNoEntry: false })
  return stats?.isFile() === true && (stats.mode & 0o700) === modeOf(executable)
}

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

const isHash = /^[0-9a-f]{64}$/
/** The program of an installed package finds its parts by its own place. */
const isInstalled = /[\\/](node_modules|site-packages)[\\/]/
