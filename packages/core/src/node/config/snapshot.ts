/** Rebuilds the configuration from all slots: load, close the gates of damaged files, apply trust, assemble, apply `disabled`. */

import { isWithin } from '../../config/paths.ts'
import { nextPauseChange } from '../../config/pauses.ts'
import { applyPauses, assemble, closeUnavailable } from '../../config.ts'
import type { Config } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { disabledFile } from '../../sources/locations.ts'
import { createTrustApplier, type TrustApplied } from '../trust/apply-trust.ts'
import type { KnownGatesStore } from '../trust/known-gates.ts'
import type { TrustStore } from '../trust/trust.ts'
import { closeGatesOfDamagedFiles, type FollowedWorkspace } from './close-damaged.ts'
import type { ConfigsOptions } from './configs.ts'
import { applyDisabled, nextExpiry, readDisabled } from './disabled.ts'
import { createSourceSlot, type SourceSlot } from './source-slot.ts'

export interface Snapshot {
  readonly slots: SourceSlot[]
  /** The result of the last rebuild. */
  config(): Config
  /** Whether `config()` is complete for an event. Before the first rebuild that is true only for events without any hook. */
  covers(event: EventName): boolean
  /** Reloads these slots (the first time all of them) and builds a new configuration. */
  rebuild(slots: readonly SourceSlot[]): Promise<Config>
  /** The slots pluginSettings files changed; undefined if there is no reason to rebuild at all. */
  findStaleSlots(): readonly SourceSlot[] | undefined
  /**
   * Whether a script or managed file behind the event's hooks changed since the last rebuild. Checked for every event that
   * has such hooks: starting the hook's process costs a thousand times as much as the check.
   */
  hasChangedScript(event: EventName, pluginSettings?: 'trusted' | 'managed'): boolean
  /** The last rebuild, whatever is rebuilt later: a script that changes afterwards has changed for its holder. */
  pin(): PinnedConfig
  watchedPaths(): readonly string[]
}

export interface PinnedConfig {
  readonly config: Config
  readonly tampered: Snapshot['hasChangedScript']
  isTrusted(root: string): boolean
}

export function createSnapshot(options: ConfigsOptions, store: TrustStore, knownGates: KnownGatesStore): Snapshot {
  const { files, platform, reading } = options.setup
  const disabledPath = disabledFile(platform)
  const applyTrust = createTrustApplier(options.trust, {
    store,
    roots: options.roots,
    platform,
    reading,
    files,
  })
  /** With the option `trust`, the embedder decides about trust, so no workspace counts as followed. */
  const findFollowedWorkspace = (file: string): FollowedWorkspace | undefined => {
    const root = options.roots.find((one) => isWithin(platform.system, one, file))
    const found = options.trust === undefined && root !== undefined ? store.findApproval(root) : undefined
    if (root === undefined || found === undefined || found.moved || !found.record.follow) return undefined
    return { root, gates: found.record.gates }
  }
  const slots = options.sources.map((source) => createSourceSlot(source, files, reading, options.keepsLastGood))
  const stateFiles = trackStamps([store.file, disabledPath], files.stamp)
  let scripts: TrustApplied['scripts'] = new Map()
  let trustedRoots: TrustApplied['trustedRoots'] = new Set()
  let managed: ReadonlyMap<string, string> = new Map()
  let config: Config = { entries: [], byEvent: new Map(), problems: [] }
  let expiresAt = Number.POSITIVE_INFINITY
  let isBuilt = false
  const pin = (): PinnedConfig => {
    const pinned = { config, managed, scripts, trustedRoots }
    return {
      config,
      isTrusted: (root) => pinned.trustedRoots.has(root),
      tampered(event, pluginSettings) {
        const isManaged = pluginSettings !== 'trusted' && pinned.config.byEvent.has(event)
        if (isManaged && [...pinned.managed].some(([path, taken]) => files.stamp(path) !== taken)) return true
        return pluginSettings !== 'managed' && pinned.scripts.get(event)?.haveChanged() === true
      },
    }
  }
  return {
    slots,
    config: () => config,
    pin,
    covers: (event) => isBuilt || (options.events?.includes(event) ?? false),
    async rebuild(stale) {
      await Promise.all((isBuilt ? stale : slots).map((slot) => slot.load()))
      isBuilt = true
      stateFiles.take()
      const loaded = slots.map((slot) => slot.current())
      managed = new Map(loaded.flatMap((one) => [...(one.stamps ?? [])]))
      if (options.trust === undefined) store.recordGates()
      const damaged = closeGatesOfDamagedFiles(slots, knownGates, reading, findFollowedWorkspace)
      const trusted = await applyTrust([...loaded, ...damaged])
      scripts = trusted.scripts
      trustedRoots = trusted.trustedRoots
      const disabled = readDisabled(disabledPath)
      const now = Date.now()
      const enabled = applyPauses(applyDisabled(assemble(trusted.loaded, options), disabled, now), now)
      expiresAt = Math.min(nextExpiry(disabled, now), nextPauseChange(enabled, now))
      config = closeUnavailable(enabled, options.whyNoSandbox ?? (() => undefined))
      return config
    },
    findStaleSlots() {
      if (!isBuilt) return mayHaveHooks(options, store, knownGates) ? slots : undefined
      const changed = slots.filter((slot) => slot.hasChanged())
      return changed.length > 0 || stateFiles.haveChanged() || Date.now() >= expiresAt ? changed : undefined
    },
    hasChangedScript: (event, pluginSettings) => pin().tampered(event, pluginSettings),
    watchedPaths: () => [...slots.flatMap((slot) => slot.watchedPaths()), ...stateFiles.paths],
  }
}

/**
 * Whether an event of the option `events` may have a hook, or a gate that was approved or known before: if its file has
 * changed or is damaged, that gate must refuse.
 */
function mayHaveHooks(
  { events, sources, roots, trust }: ConfigsOptions,
  store: TrustStore,
  knownGates: KnownGatesStore,
): boolean {
  if (events === undefined) return true
  const approved = trust === undefined ? roots.flatMap((root) => store.findApproval(root)?.record.gates ?? []) : []
  const gates = [...approved, ...[...knownGates.read().files.values()].flat()]
  return events.some((event) => gates.includes(event) || sources.some((source) => source.mayContain?.(event) ?? true))
}

function trackStamps(paths: readonly string[], stamp: (path: string) => string) {
  let taken = paths.map(stamp)
  return {
    paths,
    haveChanged: (): boolean => paths.some((path, at) => stamp(path) !== taken[at]),
    take: (): void => {
      taken = paths.map(stamp)
    },
  }
}
