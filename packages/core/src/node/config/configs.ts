/** The current reading of all sources, kept fresh: an event sees every save that is older than 100 ms (CONTRACT §4). */

import { needsTrust } from '../../config/files/trust-content.ts'
import { join } from '../../config/paths.ts'
import type { EditionRow } from '../../editions.ts'
import { HooklineError } from '../../errors.ts'
import type { Config, SourceName } from '../../flow.ts'
import { createListeners } from '../../listeners.ts'
import type { Configs, Source, TrustOption } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { SourceSetup } from '../../sources/document.ts'
import { trustFile } from '../../sources/places.ts'
import { plugin } from '../../sources/plugin.ts'
import { isOfPlugin, namesPlugins, pluginsInside, rootAround } from '../trust/plugins.ts'
import { createTrustStore, type TrustFinding, type TrustStore } from '../trust/trust.ts'
import { createNoteStore } from './gate-notes.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { createSlot, type Slot } from './source-slot.ts'
import { createWatching } from './watch.ts'

export interface ConfigsOptions {
  /** In order of priority. */
  readonly sources: readonly Source[]
  readonly setup: SourceSetup
  readonly edition: EditionRow
  readonly experiments?: readonly string[]
  readonly hostOwned?: readonly SourceName[]
  readonly roots: readonly string[]
  readonly trust?: TrustOption
  /** Those that will be fired. When nobody listens to them, nothing is read before another is. */
  readonly events?: readonly EventName[]
  /** Default true. Without it only events, `reload` and new plugins make a new reading. */
  readonly watch?: boolean
}
export interface NodeConfigs extends Configs {
  readonly store: TrustStore
  /** What the store says about a root now, and what would be approved. */
  trustOf(root: string): TrustFinding
}

const lookEveryMs = 50

export async function createConfigs(options: ConfigsOptions): Promise<NodeConfigs> {
  const { files, platform, reading } = options.setup
  const notes = createNoteStore(platform)
  const store = createTrustStore(trustFile(platform), files, platform, notes)
  const snapshots = createSnapshots(options, store, notes)
  const listeners = createListeners<Config>()
  const look = await createLook(snapshots, options, listeners.tell)
  return {
    store,
    current(name) {
      if (name === undefined || snapshots.covers(name)) return snapshots.current()
      throw new HooklineError(
        'bad-option',
        `This engine was made for other events than ${name}: see the option events.`,
      )
    },
    onChange: listeners.add,
    fresh: (name) =>
      !snapshots.covers(name) || snapshots.scriptChanged(name)
        ? look.read(snapshots.slots.filter((slot) => slot.changed()))
        : look.whenDue(),
    tampered: snapshots.scriptChanged,
    reload: async () => void (await look.read(snapshots.slots)),
    async addPlugins(directories) {
      const known = new Set(snapshots.slots.map((slot) => slot.source.watched?.()[0]))
      const added = [...new Set(directories.map((directory) => join(platform.system, directory)))]
        .map((directory) =>
          plugin(directory, options.setup, rootAround(directory, options) === undefined ? 'own' : 'untrusted'),
        )
        .filter((source) => !known.has(source.watched?.()[0]))
        .map((source) => createSlot(source, files, reading))
      snapshots.slots.push(...added)
      if (added.length > 0) await look.read(added)
    },
    close: look.close,
    trustOf: (root) => findTrust(root, snapshots, store, options),
  }
}

function findTrust(root: string, { slots }: Snapshots, store: TrustStore, options: ConfigsOptions): TrustFinding {
  const loaded = slots.map((slot) => slot.current())
  const entries = loaded
    .flatMap((one) => one.entries)
    .filter((entry) => needsTrust(entry) && (entry.origin.root ?? entry.cwd) === root)
  const settings = loaded.flatMap((one) => (one.settings?.root === root && !isOfPlugin(one) ? [one.settings] : []))
  const finding = store.trustFor(root, entries, settings)
  const plugins = loaded.some((one) => one.entries.some(namesPlugins)) ? pluginsInside(root, store, options.setup) : []
  return { ...finding, content: { ...finding.content, plugins } }
}

/** When to read again: on request, when an event comes and the last look is old, and when the system says that something happened. */
async function createLook(snapshots: Snapshots, options: ConfigsOptions, tell: (config: Config) => void) {
  let lookedAt = 0
  let begun = false
  let closed = false
  const queue = createQueue(async (which) => {
    const config = await snapshots.read(which)
    watching?.arm(snapshots.watched())
    if (begun && !closed) tell(config)
    return config
  })
  const now = (): Promise<Config> | undefined => {
    lookedAt = performance.now()
    const stale = snapshots.stale()
    return stale === undefined ? queue.running() : queue.run(stale)
  }
  const wake = () => {
    // First the watches, then the look: what appears in between is seen by one of them.
    watching?.arm(snapshots.watched())
    void now()
  }
  const watching = options.watch === false ? undefined : createWatching(wake)
  await now()
  lookedAt = performance.now()
  begun = true
  return {
    read: queue.run,
    whenDue(): Config | Promise<Config> {
      const due = !closed && performance.now() - lookedAt >= lookEveryMs
      return (due ? now() : queue.running()) ?? snapshots.current()
    },
    close(): void {
      closed = true
      watching?.close()
    },
  }
}

/** One reading at a time. A request during one is answered by the next, which begins after it and so sees all that was saved before. */
function createQueue(read: (which: readonly Slot[]) => Promise<Config>) {
  let running: Promise<Config> | undefined
  let next: { readonly which: Set<Slot>; readonly done: Promise<Config> } | undefined
  const begin = (which: readonly Slot[]): Promise<Config> => {
    const done = read(which).finally(() => {
      if (running === done) running = undefined
    })
    running = done
    return done
  }
  const after = (before: Promise<Config>) => {
    const which = new Set<Slot>()
    const start = () => {
      next = undefined
      return begin([...which])
    }
    return { which, done: before.then(start, start) }
  }
  return {
    running: () => next?.done ?? running,
    run(which: readonly Slot[]): Promise<Config> {
      if (running === undefined) return begin(which)
      next ??= after(running)
      for (const slot of which) next.which.add(slot)
      return next.done
    },
  }
}
