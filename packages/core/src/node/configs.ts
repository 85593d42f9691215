/** The current reading of all sources, kept fresh: an event sees every save that is older than 100 ms (CONTRACT §4). */
import { assemble } from '../config.ts'
import type { EditionRow } from '../editions.ts'
import type { Config } from '../flow.ts'
import type { Configs, Source, TrustOption } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { SourceSetup } from '../sources/document.ts'
import { disabledFile, trustFile } from '../sources/places.ts'
import { plugin } from '../sources/plugin.ts'
import { createApplyTrust } from './apply-trust.ts'
import { type DisabledRead, nextEnd, readDisabled, withoutDisabled } from './disabled.ts'
import { createSlot, type Slot } from './source-slot.ts'
import { createTrustStore, type TrustFinding, type TrustStore } from './trust.ts'
import { createWatching, type Watching } from './watch.ts'

export interface ConfigsOptions {
  /** In order of priority. */
  readonly sources: readonly Source[]
  readonly setup: SourceSetup
  readonly edition: EditionRow
  readonly experiments?: readonly string[]
  readonly roots: readonly string[]
  readonly trust?: TrustOption
  /** Default true. Without it only events, `reload` and new plugins make a new reading. */
  readonly watch?: boolean
  readonly onChange?: (config: Config) => void
}
export interface NodeConfigs extends Configs {
  readonly store: TrustStore
  /** What the store says about a root now, and what would be approved. */
  trustOf(root: string): TrustFinding
}

const lookEveryMs = 50

export async function createConfigs(options: ConfigsOptions): Promise<NodeConfigs> {
  const { setup } = options
  const { files, platform, reading } = setup
  const store = createTrustStore(trustFile(platform), files, platform)
  const applyTrust = createApplyTrust(options.trust, { store, roots: options.roots, platform, reading })
  const slots: Slot[] = options.sources.map((source) => createSlot(source, files, reading))
  const state = createStamps([trustFile(platform), disabledFile(platform)], files.stamp)
  const scripts = new Map<EventName, Stamps>()
  let config: Config = { entries: [], byEvent: new Map(), problems: [] }
  let endsAt = Number.POSITIVE_INFINITY
  let lookedAt = 0
  let closed = false

  const compose = async (): Promise<Config> => {
    state.take()
    const trusted = await applyTrust(slots.map((slot) => slot.current()))
    scripts.clear()
    for (const [event, paths] of trusted.scripts) scripts.set(event, createStamps(paths, files.stamp, store.stampOf))
    const off: DisabledRead = readDisabled(disabledFile(platform))
    endsAt = nextEnd(off, Date.now())
    return withoutDisabled(assemble(trusted.loaded, options), off, Date.now())
  }
  const read = async (which: readonly Slot[]): Promise<Config> => {
    await Promise.all(which.map((slot) => slot.load()))
    config = await compose()
    watching?.arm([...slots.flatMap((slot) => slot.watched()), ...state.paths])
    options.onChange?.(config)
    return config
  }
  const queue = createQueue(read)
  const lookNow = (): Promise<Config> | undefined => {
    lookedAt = performance.now()
    const changed = slots.filter((slot) => slot.changed())
    return changed.length > 0 || state.changed() || Date.now() >= endsAt ? queue.run(changed) : queue.running()
  }
  const watching: Watching | undefined =
    options.watch === false
      ? undefined
      : createWatching(() => {
          // First the watches, then the look: what appears in between is seen by one of them.
          watching?.arm([...slots.flatMap((slot) => slot.watched()), ...state.paths])
          void lookNow()
        })
  await queue.run(slots)

  return {
    store,
    current: () => config,
    fresh(name) {
      if (closed) return config
      if (scripts.get(name)?.changed() === true) return queue.run([])
      if (performance.now() - lookedAt < lookEveryMs) return queue.running() ?? config
      return lookNow() ?? config
    },
    async reload() {
      await queue.run(slots)
    },
    async addPlugins(directories) {
      const known = new Set(slots.map((slot) => slot.source.watched?.()[0]))
      const named = [...new Set(directories)].map((directory) => plugin(directory, setup))
      const added = named
        .filter((source) => !known.has(source.watched?.()[0]))
        .map((source) => createSlot(source, files, reading))
      slots.push(...added)
      if (added.length > 0) await queue.run(added)
    },
    close() {
      closed = true
      watching?.close()
    },
    trustOf(root) {
      const loaded = slots.map((slot) => slot.current())
      const entries = loaded.flatMap((one) => one.entries).filter((entry) => entry.origin.root === root)
      const settings = loaded.flatMap((one) => (one.settings?.root === root ? [one.settings] : []))
      return store.trustFor(
        root,
        entries.filter((entry) => entry.origin.source !== 'plugin'),
        settings,
      )
    },
  }
}

interface Stamps {
  readonly paths: readonly string[]
  changed(): boolean
  take(): void
}
/** `known` has the stamp at which a file was last looked into, where that was earlier than now. */
function createStamps(
  paths: readonly string[],
  stamp: (path: string) => string,
  known: (path: string) => string | undefined = () => undefined,
): Stamps {
  let taken = paths.map((path) => known(path) ?? stamp(path))
  return {
    paths,
    changed: () => paths.some((path, at) => stamp(path) !== taken[at]),
    take: () => {
      taken = paths.map(stamp)
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
  return {
    running: () => next?.done ?? running,
    run(which: readonly Slot[]): Promise<Config> {
      if (running === undefined) return begin(which)
      if (next === undefined) {
        const waiting = new Set<Slot>()
        const done = running.then(() => {
          next = undefined
          return begin([...waiting])
        })
        next = { which: waiting, done }
      }
      for (const slot of which) next.which.add(slot)
      return next.done
    },
  }
}
