/** What was approved, as it is kept: one file outside every workspace, read again only when it changed. */

import type { BoundFile, TrustContent, TrustedPlugin, TrustItem } from '../../config/files/trust-content.ts'
import type { Problem } from '../../flow.ts'
import type { Files } from '../../ports.ts'
import { type EventName, isEventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { trustFile } from '../../sources/places.ts'
import { createNoteStore } from '../config/gate-notes.ts'
import { thisPlatform } from '../system/machine.ts'
import { keepCopy, readState, writeState } from '../system/state-file.ts'

export interface TrustRecord extends Pick<TrustContent, 'fingerprint' | 'items' | 'files' | 'configs' | 'gates'> {
  /** Where it really is. */
  readonly root: string
  /** By which paths it was approved: one that leads elsewhere later is a change, not another workspace. */
  readonly spelled: readonly string[]
  readonly plugins: readonly TrustedPlugin[]
  /** Later changes are accepted as they come. */
  readonly follow: boolean
  readonly at: string
}
export interface Records {
  readonly records: ReadonlyMap<string, TrustRecord>
  readonly problems: readonly Problem[]
}

/** Reads again only when the file changed. */
export function remembering(file: string, files: Pick<Files, 'stamp'>): () => Records {
  let last: { readonly stamp: string; readonly value: Records } | undefined
  return () => {
    const stamp = files.stamp(file)
    if (last?.stamp !== stamp) last = { stamp, value: readRecords(file) }
    return last.value
  }
}

/** Every path by which a workspace was approved. Empty when the store cannot be read. */
export function approvedRoots(home?: string): ReadonlySet<string> {
  const platform = thisPlatform(home)
  const { records } = readRecords(trustFile(platform))
  const noted = [...createNoteStore(platform).read().roots].map(([root, { spelled }]) => ({ root, spelled }))
  return new Set([...records.values(), ...noted].flatMap(({ root, spelled }) => [root, ...spelled]))
}

export function readRecords(file: string): Records {
  const found = readState(file)
  if (found.kind === 'missing') return { records: new Map(), problems: [] }
  if (found.kind === 'corrupt') return { records: new Map(), problems: [found.problem] }
  const roots = isObject(found.value.roots) ? Object.entries(found.value.roots) : []
  const records = roots.flatMap(([root, value]): (readonly [string, TrustRecord])[] => {
    const record = recordOf(root, value)
    return record === undefined ? [] : [[root, record]]
  })
  return { records: new Map(records), problems: [] }
}

/** A record that is not whole approves nothing, yet still names its gates: they stay closed. */
function recordOf(root: string, value: unknown): TrustRecord | undefined {
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
    plugins: list(value.plugins).flatMap(pluginOf),
    gates: gatesIn(value.gates),
  }
}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const gatesIn = (value: unknown): readonly EventName[] =>
  list(value).filter((gate): gate is EventName => typeof gate === 'string' && isEventName(gate))
const isItem = (value: unknown): value is TrustItem =>
  isObject(value) && typeof value.file === 'string' && typeof value.text === 'string'
const isHashed = (value: unknown): value is BoundFile =>
  isObject(value) && typeof value.path === 'string' && typeof value.sha256 === 'string'
const pluginOf = (value: unknown): readonly TrustedPlugin[] =>
  isHashed(value)
    ? [
        {
          path: value.path,
          sha256: value.sha256,
          ...pluginDetails(value as unknown as JsonObject),
        },
      ]
    : []
const pluginDetails = ({ gates, items }: JsonObject) => ({
  gates: gatesIn(gates),
  items: list(items).filter(isItem),
})

/** A path leads to one workspace at a time: what was approved by it before is no longer reached by it. */
export function withRecord(records: ReadonlyMap<string, TrustRecord>, record: TrustRecord, given: string) {
  const spelled = [...new Set([...(records.get(record.root)?.spelled ?? []), given])]
  const others = [...records.values()]
    .filter(({ root }) => root !== record.root && root !== given)
    .map((one) => ({ ...one, spelled: one.spelled.filter((path) => path !== given) }))
  const all = [...others, { ...record, spelled }]
  return new Map(all.map((one) => [one.root, one]))
}

export function saveRecords(file: string, records: ReadonlyMap<string, TrustRecord>): void {
  if (readState(file).kind === 'corrupt') keepCopy(file)
  const roots = Object.fromEntries([...records].map(([root, { root: _, ...record }]) => [root, record]))
  writeState(file, { version: 1, roots })
}
