/** Builds an engine around a rim: `Hooks` is what callers get, `engine.ts` is what an event goes through. */
import { createBackground, resumeBackground } from './background.ts'
import { type Engine, fireEvent, type Rim } from './engine.ts'
import { HooklineError } from './errors.ts'
import type { Config, Effect, HookRecord } from './flow.ts'
import type { FireOptions, Hooks, UntypedHooks } from './hooks.ts'
import { judgeEvent } from './judge.ts'
import { catchFailures, createListeners, type Listeners, subscribeTo } from './listeners.ts'
import type { Sink } from './ports.ts'
import { type EventName, isEventName } from './protocol/events/index.ts'
import { select } from './steps/select.ts'
import { endWithEvent } from './steps/shared/deadline.ts'
import { engineFailed } from './steps/shared/fallback.ts'
import { stamp } from './steps/stamp.ts'
import { guard } from './tool-call/guard.ts'

export function createEngine(rim: Rim): Hooks {
  const records = createListeners<HookRecord>()
  const work = trackWork()
  const engine = assemble(rim, records, work.track)
  let closed: Promise<void> | undefined
  const fire = (name: string, input: unknown, options?: FireOptions): Promise<Effect> => {
    if (closed === undefined) return fireChecked(name, input, options, engine)
    return Promise.reject(new HooklineError('closed', 'This engine was closed; create another with createHooks().'))
  }
  const untyped: UntypedHooks = {
    fire,
    explain: (name, input) => {
      const event = stamp(name, input, engine.explainRim)
      return select(event, rim.configs.current(event.name), rim)
    },
    judge: (name, input) => judgeEvent(name, input, engine),
    resume: (work) => engine.track(resumeBackground(work, engine)),
  }
  // After `close`, true: the caller then fires the event and gets the error.
  const isConfigured: Hooks['isConfigured'] = (name) => closed !== undefined || isListening(name, engine)
  const hasActiveHook: Hooks['hasActiveHook'] = (name) =>
    rim.edition.events.has(name) &&
    (rim.configs.current(name).byEvent.get(name) ?? []).some((entry) => entry.held === undefined)
  const members: Omit<Hooks, keyof CurrentState> = {
    untyped,
    // The table of rows types the caller's side. Inside, an effect is the same for every event.
    fire: fire as Hooks['fire'],
    explain: untyped.explain,
    judge: untyped.judge,
    async guard(name, input, act, options) {
      // Report misuse before the first hook runs.
      if (typeof act !== 'function')
        throw new HooklineError('bad-option', 'guard() needs a function as its third argument: the action itself.')
      stamp(name, input, engine.explainRim)
      // `fire` has checked what it hands to the act against the event's row.
      return guard(fire, name, input, (checked) => act(checked as Parameters<typeof act>[0]), options)
    },
    isConfigured,
    hasActiveHook,
    hears: isConfigured,
    has: hasActiveHook,
    roots: rim.defaults.workspace_roots ?? rim.roots,
    // Each subject adds a listener of the type that `Hooks` declares for it.
    on: subscribeTo({ record: records.add, change: rim.configs.onChange }, rim.warn) as Hooks['on'],
    reload: () => rim.configs.reload(),
    async refreshTeam() {
      const done = await work.track(rim.teams?.refresh() ?? Promise.resolve([]))
      await rim.configs.reload()
      return done
    },
    close: () => (closed ??= closeRim(rim, work)),
  }
  return Object.assign(new CurrentState(rim), members)
}

const ofRim = Symbol('rim')

/**
 * What changes while an engine is used. The getters are of a class: V8 keeps an object with getters of its own, and all that they
 * refer to, until it collects everything, and the daemon makes an engine for each event. A symbol instead of a private field, so
 * that an object made from an engine has them too.
 */
class CurrentState implements Pick<Hooks, 'entries' | 'problems' | 'settings' | 'log'> {
  declare readonly [ofRim]: Rim

  constructor(rim: Rim) {
    Object.defineProperty(this, ofRim, { value: rim })
  }

  get entries() {
    return this[ofRim].configs.current().entries
  }

  get problems() {
    return this[ofRim].configs.current().problems
  }

  get settings() {
    return this[ofRim].configs.current().settings ?? []
  }

  get log() {
    return this[ofRim].log.runs
  }
}

function assemble(rim: Rim, records: Listeners<HookRecord>, track: Engine['track']): Engine {
  const sinks = [...rim.sinks, { name: 'listeners', write: records.notify }].map((sink: Sink) => ({
    name: sink.name,
    write: catchFailures((made: HookRecord) => sink.write(made), `The sink "${sink.name}"`, rim.warn),
    takesAll: () => sink.takesAll?.() === true,
    unwritten: () => sink.unwritten?.(),
  }))
  const onAsk = typeof rim.onAsk === 'function' ? endWithEvent(rim.onAsk) : rim.onAsk
  const explainRim = { ...rim, generationOf: (id: string) => rim.generationOf(id, false) }
  const { background } = rim
  const startHere = createBackground(() => engine)
  const engine: Engine = {
    rim,
    explainRim,
    onAsk,
    readConfig: readPreparedConfig(rim),
    track,
    sinks,
    startBackground: background === undefined ? startHere : (_, work) => background(work),
  }
  return engine
}

/** Each configuration gets its matchers compiled once per event, when that event first needs them. */
function readPreparedConfig(rim: Rim): Engine['readConfig'] {
  const prepared = new WeakMap<Config, Set<EventName>>()
  return async (name) => {
    const config = await rim.configs.fresh(name)
    const ready = prepared.get(config) ?? new Set()
    if (ready.has(name)) return config
    await rim.matchers.prepare((config.byEvent.get(name) ?? []).flatMap((entry) => entry.matcher ?? []))
    prepared.set(config, ready.add(name))
    return config
  }
}

/** Misuse rejects. A bug of ours ends as `onEngineError` says, and rejects without it. */
async function fireChecked(
  name: string,
  input: unknown,
  options: FireOptions | undefined,
  engine: Engine,
): Promise<Effect> {
  const { onEngineError, edition } = engine.rim
  try {
    return await engine.track(fireEvent(name, input, options ?? {}, engine))
  } catch (thrown) {
    const error = HooklineError.from(thrown)
    if (error.code !== 'internal' || onEngineError === undefined || !isEventName(name)) throw error
    return engineFailed(name, input, error, onEngineError, edition.name)
  }
}

/** True where firing the event has an effect: an entry is configured for it, or a log takes every event. */
function isListening(name: EventName, { rim, sinks }: Engine): boolean | Promise<boolean> {
  const config = rim.configs.fresh(name)
  const isUsed = ({ byEvent }: Config) => byEvent.has(name) || sinks.some((sink) => sink.takesAll?.() === true)
  return config instanceof Promise ? config.then(isUsed) : isUsed(config)
}

interface TrackedWork {
  /** Its rejection is for the caller who awaits it. */
  track<T>(work: Promise<T>): Promise<T>
  settle(): Promise<void>
}

function trackWork(): TrackedWork {
  const unfinished = new Set<Promise<unknown>>()
  return {
    track(work) {
      const end: Promise<unknown> = work.then(
        () => unfinished.delete(end),
        () => unfinished.delete(end),
      )
      unfinished.add(end)
      return work
    },
    async settle() {
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
  }
}

async function closeRim(rim: Rim, work: TrackedWork): Promise<void> {
  await work.settle()
  rim.teams?.close()
  rim.configs.close()
  await Promise.allSettled([...Object.values(rim.runners), ...rim.sinks].map((part) => part.close?.()))
}
