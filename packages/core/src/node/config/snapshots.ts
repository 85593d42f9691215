/** Makes one reading after another: sources, then trust, then what is switched off. */

import { isWithin } from '../../config/paths.ts'
import { assemble } from '../../config.ts'
import type { Config } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { disabledFile } from '../../sources/locations.ts'
import { createApplyTrust, type TrustApplied } from '../trust/apply-trust.ts'
import type { TrustStore } from '../trust/trust.ts'
import type { ConfigsOptions } from './configs.ts'
import { nextEnd, readDisabled, withoutDisabled } from './disabled.ts'
import type { NoteStore } from './gate-notes.ts'
import { type Followed, keepClosed } from './keep-closed.ts'
import { createSlot, type Slot } from './source-slot.ts'

export interface Snapshots {
  readonly slots: Slot[]
  current(): Config
  /** False while nothing was read, but for the events that need nothing read. */
  covers(event: EventName): boolean
  /** Reads these sources again, at first all of them, and puts all together anew. */
  read(which: readonly Slot[]): Promise<Config>
  /** The sources whose files changed; undefined when there is no reason for a new reading at all. */
  stale(): readonly Slot[] | undefined
  /** Looked at for every event that has such entries: the process it starts costs a thousand times as much. */
  scriptChanged(event: EventName, whose?: 'trusted' | 'managed'): boolean
  watched(): readonly string[]
}

export function createSnapshots(options: ConfigsOptions, store: TrustStore, notes: NoteStore): Snapshots {
  const { files, platform, reading } = options.setup
  const offFile = disabledFile(platform)
  const applyTrust = createApplyTrust(options.trust, {
    store,
    roots: options.roots,
    platform,
    reading,
    stamp: files.stamp,
  })
  /** An embedder that decides about trust itself follows nothing. */
  const followedOf = (file: string): Followed | undefined => {
    const root = options.roots.find((one) => isWithin(platform.system, one, file))
    const found = options.trust === undefined && root !== undefined ? store.approvalOf(root) : undefined
    if (root === undefined || found === undefined || found.moved || !found.record.follow) return undefined
    return { root, gates: found.record.gates }
  }
  const slots = options.sources.map((source) => createSlot(source, files, reading))
  const state = createStamps([store.file, offFile], files.stamp)
  let scripts: TrustApplied['scripts'] = new Map()
  let managed: ReadonlyMap<string, string> = new Map()
  let config: Config = { entries: [], byEvent: new Map(), problems: [] }
  let endsAt = Number.POSITIVE_INFINITY
  let isRead = false
  return {
    slots,
    current: () => config,
    covers: (event) => isRead || (options.events?.includes(event) ?? false),
    async read(which) {
      await Promise.all((isRead ? which : slots).map((slot) => slot.load()))
      isRead = true
      state.take()
      const read = slots.map((slot) => slot.current())
      managed = new Map(read.flatMap((one) => [...(one.stamps ?? [])]))
      if (options.trust === undefined) store.note()
      const trusted = await applyTrust([...read, ...keepClosed(slots, notes, reading, followedOf)])
      scripts = trusted.scripts
      const off = readDisabled(offFile)
      endsAt = nextEnd(off, Date.now())
      config = withoutDisabled(assemble(trusted.loaded, options), off, Date.now())
      return config
    },
    stale() {
      if (!isRead) return isHeard(options, store, notes) ? slots : undefined
      const changed = slots.filter((slot) => slot.changed())
      return changed.length > 0 || state.changed() || Date.now() >= endsAt ? changed : undefined
    },
    scriptChanged(event, whose) {
      const isOther = (stamps: ReadonlyMap<string, string> | undefined) =>
        [...(stamps ?? [])].some(([path, taken]) => files.stamp(path) !== taken)
      if (whose !== 'trusted' && config.byEvent.has(event) && isOther(managed)) return true
      return whose !== 'managed' && isOther(scripts.get(event))
    },
    watched: () => [...slots.flatMap((slot) => slot.watched()), ...state.paths],
  }
}

/** By any entry that there may be, or by a gate that was approved: should that root have changed, the gate refuses. */
function isHeard({ events, sources, roots, trust }: ConfigsOptions, store: TrustStore, notes: NoteStore): boolean {
  if (events === undefined) return true
  const approved = trust === undefined ? roots.flatMap((root) => store.approvalOf(root)?.record.gates ?? []) : []
  const gates = [...approved, ...[...notes.read().files.values()].flat()]
  return events.some((event) => gates.includes(event) || sources.some((source) => source.mayContain?.(event) ?? true))
}

function createStamps(paths: readonly string[], stamp: (path: string) => string) {
  let taken = paths.map(stamp)
  return {
    paths,
    changed: (): boolean => paths.some((path, at) => stamp(path) !== taken[at]),
    take: (): void => {
      taken = paths.map(stamp)
    },
  }
}
