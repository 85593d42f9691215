/** Which gates were active when each file was last readable: a file that is damaged later opens none of them (CONTRACT §4). */

import { join } from '../../config/paths.ts'
import type { Platform } from '../../ports.ts'
import { type EventName, isEventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { cacheDirectory, configDirectory, stateDirectory } from '../../sources/locations.ts'
import { nodeFiles } from '../system/files.ts'
import { readState, writeState } from '../system/state-file.ts'

export interface NotedRoot {
  /** The paths by which the workspace was approved. */
  readonly spelled: readonly string[]
  readonly gates: readonly EventName[]
}
export interface GateNotes {
  /** Approved workspaces, by their real path. */
  readonly roots: ReadonlyMap<string, NotedRoot>
  /** The person's own hook files, by path. */
  readonly files: ReadonlyMap<string, readonly EventName[]>
}

export interface NoteStore {
  read(): GateNotes
  /** Changes what stands there now, and writes only what differs. A disk that takes nothing costs the note, never a decision. */
  update(change: (notes: GateNotes) => GateNotes): void
}

/**
 * The copies answer when the state directory is gone or its note is damaged. State and cache are what people delete to
 * start afresh, so one copy stands beside the person's own settings.
 */
const filesOf = (platform: Platform): readonly string[] =>
  [stateDirectory(platform), cacheDirectory(platform), configDirectory(platform)].map((directory) =>
    join(platform.system, directory, 'gates.json'),
  )

export function createNoteStore(platform: Platform): NoteStore {
  const places = filesOf(platform)
  const stampOf = () => places.map(nodeFiles.stamp).join(' ')
  let last: { readonly stamp: string; readonly notes: GateNotes } | undefined
  const read = (): GateNotes => {
    const stamp = stampOf()
    if (last?.stamp !== stamp) last = { stamp, notes: firstReadable(places) }
    return last.notes
  }
  return {
    read,
    update(change) {
      const before = read()
      const notes = change(before)
      const text = asJson(notes)
      if (JSON.stringify(text) === JSON.stringify(asJson(before))) return
      for (const file of places) {
        const found = readState(file)
        if (found.kind === 'missing' && notes.roots.size + notes.files.size === 0) continue
        if (found.kind === 'read' && JSON.stringify(found.value) === JSON.stringify(text)) continue
        try {
          writeState(file, text)
        } catch {
          // A disk that takes nothing must not change a decision.
        }
      }
    },
  }
}

function firstReadable(places: readonly string[]): GateNotes {
  for (const file of places) {
    const found = readState(file)
    if (found.kind === 'read') return asNotes(found.value)
  }
  return { roots: new Map(), files: new Map() }
}

const asJson = ({ roots, files }: GateNotes) => ({
  version: 1,
  roots: Object.fromEntries(sorted(roots)),
  files: Object.fromEntries(sorted(files)),
})
const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))

function asNotes({ roots, files }: JsonObject): GateNotes {
  const rooted = Object.entries(isObject(roots) ? roots : {}).map(([root, value]): [string, NotedRoot] => {
    const { spelled, gates } = isObject(value) ? value : {}
    return [root, { spelled: textsIn(spelled), gates: gatesIn(gates) }]
  })
  const filed = Object.entries(isObject(files) ? files : {}).map(([file, gates]): [string, readonly EventName[]] => [
    file,
    gatesIn(gates),
  ])
  return { roots: new Map(rooted), files: new Map(filed) }
}
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const gatesIn = (value: unknown): readonly EventName[] => textsIn(value).filter(isEventName)
