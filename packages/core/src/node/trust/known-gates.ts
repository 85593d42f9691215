/** Records which gates each file had when it was last readable: if the file is damaged later, they stay closed (CONTRACT §4). */

import { join } from '../../config/paths.ts'
import type { Platform } from '../../ports.ts'
import { type EventName, isEventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { cacheDirectory, configDirectory, stateDirectory } from '../../sources/locations.ts'
import { nodeFiles } from '../system/files.ts'
import { readState, writeState } from '../system/state-file.ts'

export interface KnownRoot {
  /** The paths by which the workspace was approved. */
  readonly spelled: readonly string[]
  readonly gates: readonly EventName[]
}
export interface KnownGates {
  /** Approved workspaces, by their real path. */
  readonly roots: ReadonlyMap<string, KnownRoot>
  /** The user's own hook files and those of followed workspaces, by path. */
  readonly files: ReadonlyMap<string, readonly EventName[]>
}

export interface KnownGatesStore {
  read(): KnownGates
  /** Applies a change to the current record and writes it if it differs. A failed write is ignored. */
  update(change: (known: KnownGates) => KnownGates): void
}

/**
 * The same record is written to three directories, in case one is deleted or damaged. Users delete the state and cache
 * directories to start afresh, so one copy is next to the user's own settings.
 */
const copyPaths = (platform: Platform): readonly string[] =>
  [stateDirectory(platform), cacheDirectory(platform), configDirectory(platform)].map((directory) =>
    join(platform.system, directory, 'gates.json'),
  )

/** All that ask for the same copies share one store: it reads them again only when they have changed. */
export function knownGatesStore(platform: Platform): KnownGatesStore {
  const copies = copyPaths(platform)
  const key = copies.join('\0')
  const store = stores.get(key) ?? createKnownGatesStore(copies)
  stores.set(key, store)
  return store
}
const stores = new Map<string, KnownGatesStore>()

function createKnownGatesStore(copies: readonly string[]): KnownGatesStore {
  let last: { readonly stamp: string; readonly known: KnownGates } | undefined
  const read = (): KnownGates => {
    const stamps = copies.map(nodeFiles.stamp)
    const stamp = stamps.join(' ')
    if (last?.stamp !== stamp)
      last = { stamp, known: readFirstCopy(copies.filter((_, at) => stamps[at] !== 'missing')) }
    return last.known
  }
  return {
    read,
    update(change) {
      const before = read()
      const known = change(before)
      const json = toJson(known)
      if (JSON.stringify(json) === JSON.stringify(toJson(before))) return
      for (const file of copies) {
        const found = readState(file)
        if (found.kind === 'missing' && known.roots.size + known.files.size === 0) continue
        if (found.kind === 'read' && JSON.stringify(found.value) === JSON.stringify(json)) continue
        try {
          writeState(file, json)
        } catch {
          // A full or read-only disk must not change a decision.
        }
      }
    },
  }
}

function readFirstCopy(copies: readonly string[]): KnownGates {
  for (const file of copies) {
    const found = readState(file)
    if (found.kind === 'read') return fromJson(found.value)
  }
  return { roots: new Map(), files: new Map() }
}

const toJson = ({ roots, files }: KnownGates) => ({
  version: 1,
  roots: Object.fromEntries(sorted(roots)),
  files: Object.fromEntries(sorted(files)),
})
const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))

function fromJson({ roots, files }: JsonObject): KnownGates {
  const knownRoots = Object.entries(isObject(roots) ? roots : {}).map(([root, value]): [string, KnownRoot] => {
    const { spelled, gates } = isObject(value) ? value : {}
    return [root, { spelled: stringsIn(spelled), gates: gatesIn(gates) }]
  })
  const knownFiles = Object.entries(isObject(files) ? files : {}).map(
    ([file, gates]): [string, readonly EventName[]] => [file, gatesIn(gates)],
  )
  return { roots: new Map(knownRoots), files: new Map(knownFiles) }
}
const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const gatesIn = (value: unknown): readonly EventName[] => stringsIn(value).filter(isEventName)
