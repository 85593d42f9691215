/** Runs the scripts of a hook from checked copies: prepares them before the process starts, and looks at them after it ended. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { directoryVariables } from '../../agents/list.ts'
import { type FoundScripts, findScripts } from '../../config/files/find-scripts.ts'
import type { CheckedFile, Entry } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import type { CheckedCopies, PreparedCopies } from '../../runners/command.ts'
import { cacheDirectory } from '../../sources/locations.ts'
import { codeOf } from '../system/code-of.ts'
import { nodeFiles } from '../system/files.ts'
import { createFileHasher, sha256 } from '../system/hashes.ts'
import { isAlive } from '../system/is-alive.ts'
import { carryBack } from './carry-back.ts'
import { ChangedFileError, readCopies } from './layout.ts'
import {
  buildMirror,
  inMirror,
  isStale,
  type MirrorIndex,
  pruneMirrors,
  readIndex,
  runningDirectory,
  syncLinks,
  touchMirror,
  writeIndex,
} from './mirror.ts'

interface Setup {
  readonly directory: string
  readonly platform: Pick<Platform, 'system' | 'home'>
}
type Env = Readonly<Record<string, string>>

/** What is known of the files of one check. */
interface Checked {
  readonly files: ReadonlyMap<string, CheckedFile>
  readonly key: string
}

/** One for each cache directory, because a process that answers many callers makes an engine for each event. */
const created = new Map<string, CheckedCopies>()

export function checkedCopies(platform: Platform): CheckedCopies {
  const directory = join(cacheDirectory(platform), 'checked')
  const known = created.get(directory) ?? createCheckedCopies({ directory, platform })
  created.set(directory, known)
  return known
}

function createCheckedCopies({ directory, platform }: Setup): CheckedCopies {
  const hashFiles = createFileHasher(nodeFiles)
  const indexes = new Map<string, MirrorIndex>()
  const checks = new WeakMap<readonly CheckedFile[], Checked>()
  const scripts = new WeakMap<Entry, { readonly key: string; readonly found: FoundScripts }>()
  let runs = 0

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
  /** The mirror with these scripts, with copies that have the checked bytes now. */
  function open(entry: Entry, paths: readonly string[], { files, key }: Checked): OpenMirror {
    const mirror = join(directory, sha256(JSON.stringify([paths, entry.cwd, entry.origin.root, key])).slice(0, 32))
    let index = indexes.get(mirror) ?? readIndex(mirror)
    if (index === undefined || !isIntact(mirror, index, files)) {
      const copies = readCopies({ entry, scripts: paths, checked: files, platform })
      index = buildMirror(mirror, copies, nodeFiles.realPath(entry.origin.root ?? entry.cwd))
      if (!isIntact(mirror, index, files)) throw new ChangedFileError('a checked copy was changed')
      pruneMirrors(directory)
    } else if (!indexes.has(mirror)) touchMirror(mirror)
    if (index.directories.some(isStale)) {
      const directories = index.directories.map((one) => (isStale(one) ? carryBackIfAlone(mirror, one) : one))
      index = { ...index, directories }
      writeIndex(mirror, index)
    }
    indexes.set(mirror, index)
    return { mirror, index }
  }
  const carryBackIfAlone = (mirror: string, one: MirrorIndex['directories'][number]) =>
    readdirSync(runningDirectory(mirror)).length === 0 ? carryBack(mirror, one, false) : syncLinks(mirror, one)

  function isIntact(mirror: string, { copies }: MirrorIndex, files: Checked['files']): boolean {
    const hashes = hashFiles(copies.map(({ real }) => inMirror(mirror, real)))
    return (
      copies.every(({ path, sha256: hash }, at) => files.get(path)?.sha256 === hash && hashes[at] === hash) &&
      copies.every(
        ({ link, real }) =>
          link === undefined ||
          nodeFiles.realPath(inMirror(mirror, link)) === nodeFiles.realPath(inMirror(mirror, real)),
      )
    )
  }
  const copyPath = ({ mirror, index }: OpenMirror, path: string): string => {
    const copy = index.copies.find((one) => one.path === path)
    return inMirror(mirror, copy?.link ?? copy?.real ?? path)
  }

  function finish(opened: OpenMirror, marker: string, before: Before): string | undefined {
    const { mirror, index } = opened
    rmSync(marker, { force: true })
    const changed = stampsOf(opened) === before.copies ? undefined : 'a checked copy changed while its hook ran'
    const touched = new Map(
      index.directories.flatMap(({ path }, at) =>
        nodeFiles.stamp(inMirror(mirror, path)) === before.mirrored[at]
          ? []
          : [[path, nodeFiles.stamp(path) === before.real[at]]],
      ),
    )
    // The last run that ends does it, because another one may hold a lock there.
    if (touched.size === 0 || hasOtherRuns(mirror)) return changed
    try {
      const current = indexes.get(mirror) ?? index
      const directories = current.directories.map((one) => {
        const isSame = touched.get(one.path)
        return isSame === undefined ? one : carryBack(mirror, one, isSame)
      })
      indexes.set(mirror, { ...current, directories })
      writeIndex(mirror, { ...current, directories })
    } catch {
      // The mirror was removed meanwhile.
      indexes.delete(mirror)
    }
    return changed
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
        const { mirror, index } = opened
        runs++
        const marker = join(runningDirectory(mirror), `${process.pid}.${runs}`)
        writeFileSync(marker, '', { mode: 0o600, flag: 'w' })
        const before = {
          copies: stampsOf(opened),
          mirrored: index.directories.map(({ path }) => nodeFiles.stamp(inMirror(mirror, path))),
          real: index.directories.map(({ path }) => nodeFiles.stamp(path)),
        }
        const prefix = join(mirror, 'root')
        return {
          kind: 'ready',
          entry: { ...entry, ...found.replace((path) => copyPath(opened, path)) },
          notes: ['checked-copy', ...partly],
          stamp: () => stampsOf(opened),
          toReal: (text) => (text.includes(prefix) ? text.replaceAll(prefix, '') : text),
          finish: () => finish(opened, marker, before),
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

/** The stamps before the process started. */
interface Before {
  readonly copies: string
  readonly mirrored: readonly string[]
  readonly real: readonly string[]
}
interface OpenMirror {
  readonly mirror: string
  readonly index: MirrorIndex
}

const stampsOf = ({ mirror, index }: OpenMirror): string =>
  index.copies.map(({ real }) => nodeFiles.stamp(inMirror(mirror, real))).join('\n')

/** Files of runs whose process has died do not count, and go. */
function hasOtherRuns(mirror: string): boolean {
  const directory = runningDirectory(mirror)
  return nodeFiles.list(directory).some((name) => {
    if (isAlive(Number.parseInt(name, 10))) return true
    rmSync(join(directory, name), { force: true })
    return false
  })
}

const isHash = /^[0-9a-f]{64}$/
/** The program of an installed package finds its parts by its own place. */
const isInstalled = /[\\/](node_modules|site-packages)[\\/]/
