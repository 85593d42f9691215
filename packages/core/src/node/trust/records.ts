/** Reads and writes trust.json, the file that lists the approved workspaces. It is outside every workspace. */

import type { BoundFile, TrustContent, TrustedPlugin, TrustItem } from '../../config/files/trust-content.ts'
import type { Problem } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import { type EventName, isEventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { trustFile } from '../../sources/locations.ts'
import { nodeFiles } from '../system/files.ts'
import { thisPlatform } from '../system/machine.ts'
import { backUpUnreadable, readState, writeState } from '../system/state-file.ts'
import { knownGatesStore } from './known-gates.ts'

export interface TrustRecord extends Pick<TrustContent, 'fingerprint' | 'items' | 'files' | 'configs' | 'gates'> {
  /** The real path. */
  readonly root: string
  /** The paths it was approved by. If one leads to another directory later, that is a change and not another workspace. */
  readonly spelled: readonly string[]
  readonly plugins: readonly TrustedPlugin[]
  /** Later changes are accepted without asking. */
  readonly follow: boolean
  readonly at: string
  /** The approval covers what the scripts load. Earlier versions did not look for it. */
  readonly imports: boolean
}
export interface Records {
  readonly records: ReadonlyMap<string, TrustRecord>
  readonly problems: readonly Problem[]
}

/** Returns a function that reads the file again only when it has changed. All that read it on this disk share one. */
export function recordReader(file: string, files: Pick<Files, 'stamp'>): () => Records {
  if (files !== nodeFiles) return createRecordReader(file, files)
  const reader = recordReaders.get(file) ?? createRecordReader(file, files)
  recordReaders.set(file, reader)
  return reader
}
const recordReaders = new Map<string, () => Records>()

function createRecordReader(file: string, files: Pick<Files, 'stamp'>): () => Records {
  let last: { readonly stamp: string; readonly value: Records } | undefined
  return () => {
    const stamp = files.stamp(file)
    if (last?.stamp !== stamp) last = { stamp, value: readRecords(file) }
    return last.value
  }
}

/** Every path by which a workspace was approved. Empty if the store cannot be read. The files are read again when they have changed. */
export function approvedRoots(home?: string): ReadonlySet<string> {
  const platform = thisPlatform(home)
  const file = trustFile(platform)
  const reader = approvedReaders.get(file) ?? createApprovedReader(file, platform)
  approvedReaders.set(file, reader)
  return reader()
}

/** A process that stays asks for them at every event. */
const approvedReaders = new Map<string, () => ReadonlySet<string>>()

function createApprovedReader(file: string, platform: Platform): () => ReadonlySet<string> {
  const read = recordReader(file, nodeFiles)
  const knownGates = knownGatesStore(platform)
  let last: { readonly from: readonly unknown[]; readonly roots: ReadonlySet<string> } | undefined
  return () => {
    const [records, known] = [read().records, knownGates.read().roots]
    if (last?.from[0] === records && last.from[1] === known) return last.roots
    const knownRoots = [...known].map(([root, { spelled }]) => ({ root, spelled }))
    const roots = new Set([...records.values(), ...knownRoots].flatMap(({ root, spelled }) => [root, ...spelled]))
    last = { from: [records, known], roots }
    return roots
  }
}

export function readRecords(file: string): Records {
  const found = readState(file)
  if (found.kind === 'missing') return { records: new Map(), problems: [] }
  if (found.kind === 'corrupt') return { records: new Map(), problems: [found.problem] }
  const roots = isObject(found.value.roots) ? Object.entries(found.value.roots) : []
  const records = roots.flatMap(([root, value]): (readonly [string, TrustRecord])[] => {
    const record = readRecord(root, value)
    return record === undefined ? [] : [[root, record]]
  })
  return { records: new Map(records), problems: [] }
}

/** An incomplete record approves nothing, but its gates still count: they stay closed. */
function readRecord(root: string, value: unknown): TrustRecord | undefined {
  if (!isObject(value)) return undefined
  return {
    root,
    spelled: list(value.spelled).filter((one): one is string => typeof one === 'string'),
    fingerprint: typeof value.fingerprint === 'string' ? value.fingerprint : '',
    follow: value.follow === true,
    at: typeof value.at === 'string' ? value.at : '',
    items: list(value.items).filter(isItem),
    files: list(value.files).filter(isHashed),
    configs: list(value.configs).filter(isHashed),
    plugins: list(value.plugins).flatMap(readPlugin),
    gates: gatesIn(value.gates),
    imports: value.imports === true,
  }
}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const gatesIn = (value: unknown): readonly EventName[] =>
  list(value).filter((gate): gate is EventName => typeof gate === 'string' && isEventName(gate))
const isItem = (value: unknown): value is TrustItem =>
  isObject(value) && typeof value.file === 'string' && typeof value.text === 'string'
const isHashed = (value: unknown): value is BoundFile =>
  isObject(value) && typeof value.path === 'string' && typeof value.sha256 === 'string'
function readPlugin(value: unknown): readonly TrustedPlugin[] {
  if (!isObject(value) || !isHashed(value)) return []
  const { path, sha256, gates, items }: JsonObject & BoundFile = value
  return [{ path, sha256, gates: gatesIn(gates), items: list(items).filter(isItem) }]
}

/** Adds a record. A path leads to one workspace at a time, so an earlier record loses the path `given`. */
export function withRecord(records: ReadonlyMap<string, TrustRecord>, record: TrustRecord, given: string) {
  const spelled = [...new Set([...(records.get(record.root)?.spelled ?? []), given])]
  const others = [...records.values()]
    .filter(({ root }) => root !== record.root && root !== given)
    .map((one) => ({ ...one, spelled: one.spelled.filter((path) => path !== given) }))
  const all = [...others, { ...record, spelled }]
  return new Map(all.map((one) => [one.root, one]))
}

export function saveRecords(file: string, records: ReadonlyMap<string, TrustRecord>): void {
  if (readState(file).kind === 'corrupt') backUpUnreadable(file)
  const roots = Object.fromEntries([...records].map(([root, { root: _, ...record }]) => [root, record]))
  writeState(file, { version: 1, roots })
}
