/** The trust store: which workspaces' hooks may run, and for which content. It is kept outside every workspace. */
import { findNamedPaths, findWatchedPaths, searchedBy } from '../../config/files/command-files.ts'
import { type TrustContent, type TrustVerdict, trustContent } from '../../config/files/trust-content.ts'
import type { Entry, Problem, Settings } from '../../flow.ts'
import type { Files, Platform, TrustRequest } from '../../ports.ts'
import { sha256 } from '../system/hashes.ts'
import { createFileBinder } from './bound-files.ts'
import { createImportFinder } from './imported-files.ts'
import { createKeptFiles } from './kept-files.ts'
import type { KnownGates, KnownGatesStore, KnownRoot } from './known-gates.ts'
import { type Records, readRecords, recordReader, saveRecords, type TrustRecord, withRecord } from './records.ts'

export type { TrustRecord } from './records.ts'

export interface TrustFinding {
  readonly state: TrustVerdict
  readonly request: TrustRequest
  /** What would be approved now. */
  readonly content: TrustContent
  /** What was approved, for a diff. */
  readonly approved?: TrustRecord
  /** The path led to another directory when it was approved. */
  readonly moved?: boolean
  /** The trust store has lost the record; only its gates are known. */
  readonly lost?: boolean
}
/** An approval that a path leads to. */
interface Approval {
  readonly record: TrustRecord
  /** The path leads to another directory now. */
  readonly moved: boolean
  /** The store has lost the record; only the gates it listed are known. */
  readonly lost?: boolean
}
/** ReadOptions never throws: an unreadable store trusts nothing. Writing may throw file system errors. */
export interface TrustStore {
  readonly file: string
  readContent(root: string, entries: readonly Entry[], settings?: readonly Settings[]): TrustContent
  /** Looks only in the store and reads nothing in the workspace. */
  findApproval(root: string): Approval | undefined
  trustFor(root: string, entries: readonly Entry[], settings?: readonly Settings[]): TrustFinding
  add(content: TrustContent, options?: { readonly follow?: boolean }): TrustRecord
  /** Returns whether there was an approval to remove. */
  remove(root: string): boolean
  list(): readonly TrustRecord[]
  /** Records the gates of the approved workspaces otherLocations, so that they stay closed if the store is damaged. */
  recordGates(): void
  problems(): readonly Problem[]
  /** The paths that the entry's command names, whether a file exists there or not. */
  findNamedPaths(root: string, entry: Entry): readonly string[]
  /** The paths whose change may change the trust state: named and imported files, missing ones too, and searched directories. */
  pathsToWatch(root: string, entry: Entry): readonly string[]
  /** The text of an approved file with this hash, if it was kept. */
  keptText(hash: string): string | undefined
  /** One hash over all files of a directory; undefined if there are too many. */
  hashDirectory(directory: string): string | undefined
}

export function createTrustStore(
  file: string,
  files: Files,
  platform: Platform,
  knownGates: KnownGatesStore,
): TrustStore {
  const findImported = createImportFinder(files, platform)
  const binder = createFileBinder(files, platform, findImported)
  const read = recordReader(file, files)
  const kept = createKeptFiles(file)
  const readContent: TrustStore['readContent'] = (root, entries, settings = []) =>
    trustContent(root, entries, settings, binder.bind(root, entries, settings), sha256)
  const findApproval: TrustStore['findApproval'] = (root) =>
    findRecorded(read(), root, files) ?? findLost(knownGates.read(), root, files)
  /** Keeps the known gates of workspaces pluginSettings records are lost, except those in `gone`: only the user may drop them. */
  const save = (records: ReadonlyMap<string, TrustRecord>, gone: ReadonlySet<string>): void => {
    saveRecords(file, records)
    updateKnownRoots(records, gone)
  }
  const updateKnownRoots = (records: ReadonlyMap<string, TrustRecord>, gone: ReadonlySet<string> = new Set()): void =>
    knownGates.update((now) => ({
      ...now,
      roots: new Map([...[...now.roots].filter(([root]) => !gone.has(root)), ...toKnownRoots(records)]),
    }))
  return {
    file,
    readContent,
    findApproval,
    trustFor(root, entries, settings) {
      const content = readContent(root, entries, settings)
      const found = findApproval(root)
      const state = judge(content, found)
      const request = { root, entries, files: content.files, changed: state === 'changed' }
      if (found === undefined) return { state, request, content }
      return { state, request, content, approved: found.record, moved: found.moved, lost: found.lost === true }
    },
    add(content, { follow = false } = {}) {
      if (content.excess !== undefined) throw new Error(`cannot trust ${content.root}: ${content.excess}`)
      const { fingerprint, items, files: bytes, configs, plugins = [], gates } = content
      const root = files.realPath(content.root)
      const approval = {
        fingerprint,
        follow,
        at: new Date().toISOString(),
        items,
        files: bytes,
        configs,
        plugins,
        gates,
        imports: true,
      }
      const records = withRecord(readRecords(file).records, { root, spelled: [], ...approval }, content.root)
      save(records, new Set([root, content.root]))
      kept.keep([...bytes, ...configs], hashesOf([...records.values()]))
      return records.get(root) ?? { root, spelled: [], ...approval }
    },
    remove(root) {
      const { records } = readRecords(file)
      const gone = new Set([files.realPath(root), root, findApproval(root)?.record.root ?? root])
      const left = [...records].filter(([name]) => !gone.has(name))
      if (left.length === records.size && findApproval(root)?.lost !== true) return false
      save(new Map(left), gone)
      kept.keep([], hashesOf(left.map(([, record]) => record)))
      return true
    },
    recordGates: () => updateKnownRoots(read().records),
    list: () => [...read().records.values()],
    problems: () => read().problems,
    findNamedPaths: (root, entry) => findNamedPaths(entry, { cwd: entry.cwd, root, platform, files }),
    pathsToWatch(root, entry) {
      const context = { cwd: entry.cwd, root, platform, files }
      const { paths, directories } = findWatchedPaths(entry, context)
      const named = paths.filter((path) => files.isDirectory?.(path) !== true)
      const imported = findImported(
        named.filter((path) => files.isFile(path)),
        { cwd: entry.cwd, root, searched: searchedBy(entry, context) },
      )
      return [...named, ...directories, ...imported.files, ...imported.missing]
    },
    keptText: kept.read,
    hashDirectory: binder.directory,
  }
}

const hashesOf = (records: readonly TrustRecord[]): ReadonlySet<string> =>
  new Set(records.flatMap(({ files, configs }) => [...files, ...configs].map(({ sha256: hash }) => hash)))

/** Looks up the path as it was approved before its real path: replacing it with a link must not make the workspace unknown. */
function findRecorded({ records }: Records, root: string, files: Pick<Files, 'realPath'>): Approval | undefined {
  const real = files.realPath(root)
  const bySpelling = [...records.values()].find((one) => one.root === root || one.spelled.includes(root))
  const record = bySpelling ?? records.get(real)
  return record === undefined ? undefined : { record, moved: record.root !== real }
}

const toKnownRoots = (records: ReadonlyMap<string, TrustRecord>): readonly (readonly [string, KnownRoot])[] =>
  [...records].map(([root, { spelled, gates }]) => [root, { spelled, gates }])

/** An approval that the store no longer has, because it was damaged or deleted. Its gates are still known. */
function findLost({ roots }: KnownGates, root: string, files: Pick<Files, 'realPath'>): Approval | undefined {
  const real = files.realPath(root)
  const found = [...roots].find(([name, { spelled }]) => name === root || name === real || spelled.includes(root))
  if (found === undefined) return undefined
  const [name, { spelled, gates }] = found
  const nothing = {
    fingerprint: '',
    follow: false,
    at: '',
    items: [],
    files: [],
    configs: [],
    plugins: [],
    imports: false,
  }
  return { record: { root: name, spelled, gates, ...nothing }, moved: false, lost: true }
}

/** A workspace without any approval is untrusted. If all approved content is gone, that is a change too. */
function judge(content: TrustContent, found: Approval | undefined): TrustVerdict {
  if (found === undefined) return 'untrusted'
  if (found.moved || found.lost === true || content.excess !== undefined) return 'changed'
  if (found.record.follow) return 'followed'
  const { fingerprint, imports } = found.record
  // A new version of Hookline must not close gates: an approval by an earlier one covers what it covered.
  const isEqual = fingerprint === content.fingerprint || (!imports && fingerprint === content.fingerprintOfNamed)
  return isEqual ? 'trusted' : 'changed'
}
