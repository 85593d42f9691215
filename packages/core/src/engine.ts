/** The map: an event goes through these steps, in this order, and every word is a file of that name. */
import { toolNotes } from './agents/agent-row.ts'
import { HooklineError } from './errors.ts'
import type { Config, Effect, Entry, Event, HookRecord, Plan, Session } from './flow.ts'
import type { FireOptions, Hooks, Judgement, TeamRefresh } from './hooks.ts'
import { contained, createListeners, listening, type Warn } from './listeners.ts'
import type { AnsweredAgent, Ask, Configs, Sessions, Sink } from './ports.ts'
import { type EventName, isEventName } from './protocol/events/index.ts'
import type { LoggedRun } from './sinks/memory.ts'
import { ask } from './steps/ask.ts'
import { endingWithItsEvent, startDeadline } from './steps/deadline.ts'
import { decide } from './steps/decide.ts'
import { enforce } from './steps/enforce.ts'
import { forgotten, nobodyRan, uncertain } from './steps/fallback.ts'
import { inOrder } from './steps/merge.ts'
import { record } from './steps/record.ts'
import { recordUnenforced, restrict } from './steps/restrict.ts'
import { firstLook, type RunRim, run, secondLook } from './steps/run.ts'
import { type SelectRim, select } from './steps/select.ts'
import { changesSession, inheriting, keptRefusals, sessionAfter, stopsHere } from './steps/session.ts'
import { type StampRim, stamp } from './steps/stamp.ts'
import { guard } from './tool-call/guard.ts'

/** All that touches the world, handed over by whoever composes the engine (`node/create-hooks.ts`). */
export interface Rim extends SelectRim, RunRim, StampRim {
  readonly configs: Configs
  readonly sessions: Sessions
  readonly sinks: readonly Sink[]
  /** The last runs, kept by one of the sinks. */
  readonly log: readonly LoggedRun[]
  readonly onAsk?: Ask | 'host'
  /** The agent that gets the answers; absent: the host does all that hooks can say. */
  readonly agent?: AnsweredAgent
  readonly eventTimeoutMs: number
  readonly onEngineError?: 'allow' | 'deny'
  readonly warn?: Warn
  /** Absent: this engine knows of no teams. */
  readonly teams?: Teams
}
interface Teams {
  refresh(): Promise<readonly TeamRefresh[]>
  close(): void
}

export function createEngine(rim: Rim): Hooks {
  const listeners = createListeners<HookRecord>()
  const sinks = [...rim.sinks, { name: 'listeners', write: listeners.tell }].map((sink) => ({
    name: sink.name,
    write: contained((made: HookRecord) => sink.write(made), `The sink "${sink.name}"`, rim.warn),
  }))
  const underWay = new Set<Promise<unknown>>()
  const onAsk = typeof rim.onAsk === 'function' ? endingWithItsEvent(rim.onAsk) : rim.onAsk
  const prepared = new WeakMap<Config, Set<EventName>>()
  let closed: Promise<void> | undefined
  /** Explaining a message of the person begins no new turn. */
  const onlyLooking: StampRim = { ...rim, generationOf: (id) => rim.generationOf(id, false) }

  async function fire(name: string, input: unknown, options: FireOptions = {}): Promise<Effect> {
    const event = stamp(name, input, rim)
    const plan = withKeptRefusals(event, withToolNotes(event, select(event, await current(event.name), rim)))
    // Only hooks ask what it held.
    const session = plan.entries.length === 0 ? undefined : sessionOf(event, options.parent)
    // At once: the conversation may begin anew while these hooks still run with what it held.
    if (event.row.session === 'ends') rim.sessions.end(sessionId(event))
    if (session === undefined) return remembered(event, nobodyRan(event, plan))
    const effect = through(event, plan, session, options)
    if (event.row.waits) return effect
    keep(effect)
    return forgotten(event, plan)
  }

  /** A refusal that the agent did not honour earlier in the conversation is given here, as a run of the hook that refused. */
  function withKeptRefusals(event: Event, plan: Plan): Plan {
    if (rim.agent === undefined || !stopsHere(event, rim.agent)) return plan
    const kept = keptRefusals(rim.sessions.of(sessionId(event)), event)
    return kept.length === 0 ? plan : { ...plan, entries: [...kept, ...plan.entries] }
  }

  function withToolNotes(event: Event, plan: Plan): Plan {
    const notes = plan.entries.length === 0 ? [] : toolNotes(rim.agent, event)
    return notes.length === 0 ? plan : { ...plan, notes: [...(plan.notes ?? []), ...notes] }
  }

  function sessionOf(event: Event, parent: string | undefined): Session {
    const own = rim.sessions.of(sessionId(event))
    return parent === undefined ? own : inheriting(own, rim.sessions.of(parent))
  }

  async function through(event: Event, plan: Plan, session: Session, options: FireOptions): Promise<Effect> {
    const started = performance.now()
    const timeoutMs = Math.min(rim.eventTimeoutMs, options.timeoutMs ?? rim.eventTimeoutMs)
    const deadline = startDeadline(timeoutMs, options.signal)
    const runRim = { ...rim, until: started + timeoutMs, lateRefuses: options.lateRefuses === true }
    try {
      const first = await run(firstLook(event, plan), session, runRim, deadline.signal)
      const second = await run(secondLook(event, plan, first.runs, rim.edition), session, runRim, deadline.signal)
      const runs = inOrder(plan, [...first.runs, ...second.runs])
      const asked = withoutUnasked(plan, first.unasked)
      const decision = restrict(event, decide(event, asked, runs, rim.edition), runs, rim.agent)
      const answer = await ask(event, decision, onAsk, deadline.signal, rim.agent, options.answeredAt)
      const enforced = enforce(event, asked, runs, decision, answer, rim.edition)
      const effect = recordUnenforced(event, enforced, rim.agent)
      remembered(event, effect)
      if (effect.pluginPaths !== undefined && effect.kind === 'proceed')
        await rim.configs.addPlugins(effect.pluginPaths)
      record(event, effect, performance.now() - started, sinks)
      return effect
    } finally {
      deadline.end()
    }
  }

  /** Only what looks and touches nothing is run; what a closed gate says is known anyway. */
  async function judge(name: EventName, input: unknown): Promise<Judgement> {
    const event = stamp(name, input, onlyLooking)
    const plan = select(event, await current(event.name), rim)
    const entries = plan.entries.filter(hasNoEffects)
    const left = plan.entries.filter((entry) => !hasNoEffects(entry))
    const deadline = startDeadline(rim.eventTimeoutMs, undefined)
    try {
      const { runs } = await run({ event, entries, number: 1 }, sessionOf(event, undefined), rim, deadline.signal)
      const { verdict, enforced } = decide(event, { ...plan, entries }, runs, rim.edition)
      return { plan, runs, left, ...(left.length === 0 || enforced === 'deny' ? { verdict } : {}) }
    } finally {
      deadline.end()
    }
  }

  /** The configuration an event beginning now must see, the matchers of its own entries ready. */
  async function current(name: EventName): Promise<Config> {
    const config = await rim.configs.fresh(name)
    const known = prepared.get(config) ?? new Set()
    if (known.has(name)) return config
    await rim.matchers.prepare((config.byEvent.get(name) ?? []).flatMap((entry) => entry.matcher ?? []))
    prepared.set(config, known.add(name))
    return config
  }

  function remembered(event: Event, effect: Effect): Effect {
    if (!changesSession(event, effect)) return effect
    // As it is now: other events of the conversation may have ended meanwhile.
    const session = rim.sessions.of(sessionId(event))
    const after = sessionAfter(session, event, effect)
    if (after !== undefined && after !== session) rim.sessions.save(after)
    return effect
  }

  /** Misuse rejects; a bug of ours is as the host said it wants it, and without its word a rejection. */
  async function guarded(name: string, input: unknown, options?: FireOptions): Promise<Effect> {
    if (closed !== undefined)
      throw new HooklineError('closed', 'This engine was closed; create another with createHooks().')
    try {
      return await keep(fire(name, input, options))
    } catch (thrown) {
      const error = HooklineError.from(thrown)
      if (error.code !== 'internal' || rim.onEngineError === undefined || !isEventName(name)) throw error
      return uncertain(name, input, error, rim.onEngineError, rim.edition.name)
    }
  }

  /** Until it is over `close` waits for it. What it rejects with is for whoever awaits it, if anybody does. */
  function keep<T>(work: Promise<T>): Promise<T> {
    const over: Promise<unknown> = work.then(
      () => underWay.delete(over),
      () => underWay.delete(over),
    )
    underWay.add(over)
    return work
  }

  async function close(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
    rim.teams?.close()
    rim.configs.close()
    await Promise.allSettled([...Object.values(rim.runners), ...rim.sinks].map((part) => part.close?.()))
  }

  const hooks: Hooks = {
    // The table of rows types the caller's side; inside, an effect is the same for every event.
    fire: guarded as Hooks['fire'],
    guard: (async (name, input, act, options) => {
      // Misuse is told before the first hook hears of the call.
      stamp(name, input, onlyLooking)
      return guard(guarded, name, input, act as never, options)
    }) as Hooks['guard'],
    explain: (name, input) => select(stamp(name, input, onlyLooking), rim.configs.current(name), rim),
    hears(name) {
      // Whoever fires it is told.
      if (closed !== undefined) return true
      const config = rim.configs.fresh(name)
      return config instanceof Promise ? config.then((read) => read.byEvent.has(name)) : config.byEvent.has(name)
    },
    judge,
    has: (name) =>
      rim.edition.events.has(name) &&
      (rim.configs.current(name).byEvent.get(name) ?? []).some((entry) => entry.held === undefined),
    get entries() {
      return rim.configs.current().entries
    },
    get problems() {
      return rim.configs.current().problems
    },
    get settings() {
      return rim.configs.current().settings ?? []
    },
    roots: rim.defaults.workspace_roots ?? rim.roots,
    get log() {
      return rim.log
    },
    on: listening({ record: listeners.add, change: rim.configs.onChange }, rim.warn) as Hooks['on'],
    reload: () => rim.configs.reload(),
    async refreshTeam() {
      const done = await keep(rim.teams?.refresh() ?? Promise.resolve([]))
      await rim.configs.reload()
      return done
    },
    close: () => (closed ??= close()),
  }
  return hooks
}

const hasNoEffects = ({ broken, type, call, pure }: Entry): boolean =>
  broken !== undefined || (call === undefined ? type === 'rule' : pure === true)

const sessionId = (event: Event): string =>
  typeof event.input.conversation_id === 'string' ? event.input.conversation_id : ''

const withoutUnasked = (plan: Plan, unasked: Plan['skipped']): Plan =>
  unasked.length === 0
    ? plan
    : {
        ...plan,
        entries: plan.entries.filter((entry) => !unasked.some((skip) => skip.entry === entry)),
        skipped: [...plan.skipped, ...unasked],
      }
