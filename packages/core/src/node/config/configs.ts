/**
 * Keeps the configuration current: an event sees every save that is older than 100 ms (CONTRACT §4).
 *
 *   hooks.json, hookline.json, plugins, …              trust.json       disabled.json
 *        │                                                  │                │
 *   source-slot.ts: one slot per source                     │                │
 *   reads the source, keeps its last good version,          │                │
 *   compares file stamps to notice a change                 │                │
 *        │                                                  │                │
 *   snapshot.ts: rebuilds the configuration                 │                │
 *     1. reload the slots whose files changed               │                │
 *     2. close-damaged.ts: a damaged file keeps its         │                │
 *        gates closed (trust/known-gates.ts: which)         │                │
 *     3. trust/apply-trust.ts: which roots may run  ◄───────┘                │
 *     4. assemble() in config.ts: order and limits                           │
 *     5. disabled.ts: what the user disabled  ◄──────────────────────────────┘
 *     6. config/pauses.ts: what a team has paused for now
 *     7. closeUnavailable() in config.ts: hooks whose sandbox this machine lacks
 *        │
 *   current(), and every onChange listener
 *
 * Three things start a rebuild. Rebuilds run one at a time:
 *
 *   watch-files.ts, 10 ms after a change on disk ──┐
 *   an event, if the last check is 50 ms old ──────┴─► has a stamp changed? ──► rebuild
 *   reload(), addPlugins(), a changed hook script ────────────────────────────► rebuild
 */

import { checkCommands } from '../../config/check-command.ts'
import { needsTrust } from '../../config/files/trust-content.ts'
import { join } from '../../config/paths.ts'
import type { EditionRow } from '../../editions.ts'
import { HooklineError } from '../../errors.ts'
import type { Config, SandboxLevel, SourceName } from '../../flow.ts'
import { createListeners } from '../../listeners.ts'
import type { Configs, Source, TrustOption } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { SourceSetup } from '../../sources/document.ts'
import { trustFile } from '../../sources/locations.ts'
import { plugin } from '../../sources/plugin.ts'
import { knownGatesStore } from '../trust/known-gates.ts'
import { canNamePlugins, findPlugins, findWorkspaceAround, isFromPlugin } from '../trust/plugins.ts'
import { createTrustStore, type TrustFinding, type TrustStore } from '../trust/trust.ts'
import { createSnapshot, type PinnedConfig, type Snapshot } from './snapshot.ts'
import { createSourceSlot, type SourceSlot } from './source-slot.ts'
import { createFileWatcher } from './watch-files.ts'

export interface ConfigsOptions {
  /** In order of priority. */
  readonly sources: readonly Source[]
  readonly setup: SourceSetup
  readonly edition: EditionRow
  readonly experiments?: readonly string[]
  readonly hostOwned?: readonly SourceName[]
  readonly roots: readonly string[]
  readonly trust?: TrustOption
  /** The events that will be fired. If no hook can listen to them, nothing is read until another event is fired. */
  readonly events?: readonly EventName[]
  /** Default true. If false, only events, `reload` and new plugins cause a rebuild. */
  readonly watch?: boolean
  /** Default true. If false, a file that is damaged now counts as it is, whatever it held before. */
  readonly keepsLastGood?: boolean
  /** An event checks the files if the last check is at least so old. Default: 50. */
  readonly checkIntervalMs?: number
  /** Why this machine has no sandbox of a level. Default: it has all. */
  readonly whyNoSandbox?: (level: SandboxLevel) => string | undefined
}
export interface NodeConfigs extends Configs {
  readonly store: TrustStore
  /** The trust state of a root now, and what an approval would cover. */
  trustOf(root: string): TrustFinding
  /** Whether the hooks of a root may run, as last read. */
  isTrusted(root: string): boolean
  /** The last reading, unaffected by later ones. */
  pin(): PinnedConfig
}

const defaultCheckIntervalMs = 50

export async function createConfigs(options: ConfigsOptions): Promise<NodeConfigs> {
  const { files, platform, reading } = options.setup
  const knownGates = knownGatesStore(platform)
  const store = createTrustStore(trustFile(platform), files, platform, knownGates)
  const snapshot = createSnapshot(options, store, knownGates)
  const listeners = createListeners<Config>()
  const refresher = await createRefresher(snapshot, options, listeners.notify)
  return {
    store,
    current(name) {
      if (name === undefined || snapshot.covers(name)) return snapshot.config()
      throw new HooklineError(
        'bad-option',
        `The option "events" of createHooks does not list ${name}, so its hooks were not read. Add it to "events", or leave "events" out.`,
      )
    },
    onChange: listeners.add,
    fresh: (name) =>
      !snapshot.covers(name) || snapshot.hasChangedScript(name)
        ? refresher.rebuild(snapshot.slots.filter((slot) => slot.hasChanged()))
        : refresher.checkIfDue(),
    tampered: snapshot.hasChangedScript,
    pin: snapshot.pin,
    isTrusted: (root) => snapshot.pin().isTrusted(root),
    reload: async () => void (await refresher.rebuild(snapshot.slots)),
    async addPlugins(directories) {
      const known = new Set(snapshot.slots.map((slot) => slot.source.watched?.()[0]))
      const added = [...new Set(directories.map((directory) => join(platform.system, directory)))]
        .map((directory) =>
          plugin(directory, options.setup, findWorkspaceAround(directory, options) === undefined ? 'own' : 'untrusted'),
        )
        .filter((source) => !known.has(source.watched?.()[0]))
        .map((source) => createSourceSlot(source, files, reading, options.keepsLastGood))
      snapshot.slots.push(...added)
      if (added.length > 0) await refresher.rebuild(added)
    },
    close: refresher.close,
    trustOf: (root) => findTrust(root, snapshot, store, options),
  }
}

function findTrust(root: string, { slots }: Snapshot, store: TrustStore, options: ConfigsOptions): TrustFinding {
  const loaded = slots.map((slot) => checkCommands(slot.current(), options.setup.reading))
  const entries = loaded
    .flatMap((one) => one.entries)
    .filter((entry) => needsTrust(entry) && (entry.origin.root ?? entry.cwd) === root)
  const settings = loaded.flatMap((one) => (one.settings?.root === root && !isFromPlugin(one) ? [one.settings] : []))
  const finding = store.trustFor(root, entries, settings)
  const plugins = loaded.some((one) => one.entries.some(canNamePlugins)) ? findPlugins(root, store, options.setup) : []
  return { ...finding, content: { ...finding.content, plugins } }
}

/** Decides when to rebuild: on request, when an event arrives and the last check is old, and when the file watcher fires. */
async function createRefresher(snapshot: Snapshot, options: ConfigsOptions, notify: (config: Config) => void) {
  const { checkIntervalMs = defaultCheckIntervalMs } = options
  // By the clock of `process`: `performance` would be loaded for every event of `hookline run`.
  let checkedAt = 0
  let started = false
  let closed = false
  const queue = createQueue(async (slots) => {
    const config = await snapshot.rebuild(slots)
    watcher?.watch(snapshot.watchedPaths())
    if (started && !closed) notify(config)
    return config
  })
  const check = (): Promise<Config> | undefined => {
    checkedAt = process.uptime()
    const stale = snapshot.findStaleSlots()
    return stale === undefined ? queue.running() : queue.run(stale)
  }
  const onDiskChange = () => {
    // Watch first, then check: a file that appears in between is noticed by one of the two.
    watcher?.watch(snapshot.watchedPaths())
    void check()
  }
  const watcher = options.watch === false ? undefined : createFileWatcher(onDiskChange)
  await check()
  checkedAt = process.uptime()
  started = true
  return {
    rebuild: queue.run,
    checkIfDue(): Config | Promise<Config> {
      const due = !closed && (process.uptime() - checkedAt) * 1000 >= checkIntervalMs
      return (due ? check() : queue.running()) ?? snapshot.config()
    },
    close(): void {
      closed = true
      watcher?.close()
    },
  }
}

/**
 * Runs one rebuild at a time. A request that arrives during a rebuild waits for the next one, which starts afterwards and so
 * sees everything that was saved before the request.
 */
function createQueue(rebuild: (slots: readonly SourceSlot[]) => Promise<Config>) {
  let running: Promise<Config> | undefined
  let next: { readonly slots: Set<SourceSlot>; readonly done: Promise<Config> } | undefined
  const begin = (slots: readonly SourceSlot[]): Promise<Config> => {
    const done = rebuild(slots).finally(() => {
      if (running === done) running = undefined
    })
    running = done
    return done
  }
  const beginAfter = (previous: Promise<Config>) => {
    const slots = new Set<SourceSlot>()
    const start = () => {
      next = undefined
      return begin([...slots])
    }
    return { slots, done: previous.then(start, start) }
  }
  return {
    running: () => next?.done ?? running,
    run(slots: readonly SourceSlot[]): Promise<Config> {
      if (running === undefined) return begin(slots)
      next ??= beginAfter(running)
      for (const slot of slots) next.slots.add(slot)
      return next.done
    },
  }
}
