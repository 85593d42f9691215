/** The trust store: which workspaces' hooks may run, bound to their content, kept outside every workspace. */
import { directoriesSearched, pathsNamed } from '../../config/files/command-files.ts'
import { type TrustContent, type TrustVerdict, trustContent } from '../../config/files/trust-content.ts'
import type { Entry, Problem, Settings } from '../../flow.ts'
import type { Files, Platform, TrustRequest } from '../../ports.ts'
import type { GateNotes, NotedRoot, NoteStore } from '../config/gate-notes.ts'
import { sha256 } from '../system/hashes.ts'
import { createBinding } from './bound-files.ts'
import { type Records, readRecords, remembering, saveRecords, type TrustRecord, withRecord } from './records.ts'

export type { TrustRecord } from './records.ts'

export interface TrustFinding {
  readonly state: TrustVerdict
  readonly request: TrustRequest
  /** What would be approved now. */
  readonly content: TrustContent
  /** What was approved, for a diff. */
  readonly approved?: TrustRecord
  /** The approval was of a directory elsewhere, reached by this path then. */
  readonly moved?: boolean
  /** The record of the approval is gone: only the gates that it held are known. */
  readonly lost?: boolean
}
/** An approval that a path leads to. */
interface Approval {
  readonly record: TrustRecord
  /** The path leads elsewhere now. */
  readonly moved: boolean
  /** The record itself is gone from the store: only the gates that it held are known. */
  readonly lost?: boolean
}
/** Reading never throws: a store that cannot be read trusts nothing. Writing may throw what the disk throws. */
export interface TrustStore {
  readonly file: string
  contentOf(root: string, entries: readonly Entry[], settings?: readonly Settings[]): TrustContent
  /** From the store alone: nothing of the workspace is looked at. */
  approvalOf(root: string): Approval | undefined
  trustFor(root: string, entries: readonly Entry[], settings?: readonly Settings[]): TrustFinding
  add(content: TrustContent, options?: { readonly follow?: boolean }): TrustRecord
  /** Whether there was anything to remove. */
  remove(root: string): boolean
  list(): readonly TrustRecord[]
  /** Notes which gates the approved workspaces hold, so that they stay closed should the store be damaged. */
  note(): void
  problems(): readonly Problem[]
  /** Where a file would be that the entry's command names, whether it is there or not. */
  pathsOf(root: string, entry: Entry): readonly string[]
  /** What must stay as it is for the answer to stay: those that are no directories, and the directories searched. */
  watchedOf(root: string, entry: Entry): readonly string[]
  /** All files of a directory as one hash; undefined where there are too many. */
  hashOf(directory: string): string | undefined
}

export function createTrustStore(file: string, files: Files, platform: Platform, notes: NoteStore): TrustStore {
  const binding = createBinding(files, platform)
  const read = remembering(file, files)
  const contentOf: TrustStore['contentOf'] = (root, entries, settings = []) =>
    trustContent(root, entries, settings, binding.bind(root, entries, settings), sha256)
  const approvalOf: TrustStore['approvalOf'] = (root) =>
    approval(read(), root, files) ?? lostApproval(notes.read(), root, files)
  /** With the workspaces whose records are lost: only an answer of the person lets go of them. */
  const save = (records: ReadonlyMap<string, TrustRecord>, gone: ReadonlySet<string>): void => {
    saveRecords(file, records)
    noteRoots(records, gone)
  }
  const noteRoots = (records: ReadonlyMap<string, TrustRecord>, gone: ReadonlySet<string> = new Set()): void =>
    notes.update((now) => ({
      ...now,
      roots: new Map([...[...now.roots].filter(([root]) => !gone.has(root)), ...notedRoots(records)]),
    }))
  return {
    file,
    contentOf,
    approvalOf,
    trustFor(root, entries, settings) {
      const content = contentOf(root, entries, settings)
      const found = approvalOf(root)
      const state = verdict(content, found)
      const request = { root, entries, files: content.files, changed: state === 'changed' }
      if (found === undefined) return { state, request, content }
      return { state, request, content, approved: found.record, moved: found.moved, lost: found.lost === true }
    },
    add(content, { follow = false } = {}) {
      if (content.excess !== undefined) throw new Error(`${content.root} cannot be trusted: ${content.excess}`)
      const { fingerprint, items, files: bytes, configs, plugins = [], gates } = content
      const root = files.realPath(content.root)
      const kept = { fingerprint, follow, at: new Date().toISOString(), items, files: bytes, configs, plugins, gates }
      const records = withRecord(readRecords(file).records, { root, spelled: [], ...kept }, content.root)
      save(records, new Set([root, content.root]))
      return records.get(root) ?? { root, spelled: [], ...kept }
    },
    remove(root) {
      const { records } = readRecords(file)
      const gone = new Set([files.realPath(root), root, approvalOf(root)?.record.root ?? root])
      const left = [...records].filter(([name]) => !gone.has(name))
      if (left.length === records.size && approvalOf(root)?.lost !== true) return false
      save(new Map(left), gone)
      return true
    },
    note: () => noteRoots(read().records),
    list: () => [...read().records.values()],
    problems: () => read().problems,
    pathsOf: (root, entry) => pathsNamed(entry, { cwd: entry.cwd, root, platform, files }),
    watchedOf(root, entry) {
      const place = { cwd: entry.cwd, root, platform, files }
      const named = pathsNamed(entry, place).filter((path) => files.isDirectory?.(path) !== true)
      return [...named, ...directoriesSearched(entry, place)]
    },
    hashOf: binding.directory,
  }
}

/** A path by which something was approved goes before where it leads: a link in its place must not make it unknown. */
function approval({ records }: Records, root: string, files: Pick<Files, 'realPath'>): Approval | undefined {
  const real = files.realPath(root)
  const bySpelling = [...records.values()].find((one) => one.root === root || one.spelled.includes(root))
  const record = bySpelling ?? records.get(real)
  return record === undefined ? undefined : { record, moved: record.root !== real }
}

const notedRoots = (records: ReadonlyMap<string, TrustRecord>): readonly (readonly [string, NotedRoot])[] =>
  [...records].map(([root, { spelled, gates }]) => [root, { spelled, gates }])

/** The store no longer has an approval that it had: it is damaged, or was deleted. The gates stay known. */
function lostApproval({ roots }: GateNotes, root: string, files: Pick<Files, 'realPath'>): Approval | undefined {
  const real = files.realPath(root)
  const found = [...roots].find(([name, { spelled }]) => name === root || name === real || spelled.includes(root))
  if (found === undefined) return undefined
  const [name, { spelled, gates }] = found
  const nothing = { fingerprint: '', follow: false, at: '', items: [], files: [], configs: [], plugins: [] }
  return { record: { root: name, spelled, gates, ...nothing }, moved: false, lost: true }
}

/** Nothing to run and nothing ever approved needs no answer; nothing left of what was approved is a change. */
function verdict(content: TrustContent, found: Approval | undefined): TrustVerdict {
  if (found === undefined) return 'untrusted'
  if (found.moved || found.lost === true || content.excess !== undefined) return 'changed'
  if (found.record.follow) return 'followed'
  return found.record.fingerprint === content.fingerprint ? 'trusted' : 'changed'
}
