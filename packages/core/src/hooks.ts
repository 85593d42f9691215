/** The library's face: what `createHooks` returns. */
import type { Config, Effect, Entry, HookRecord, Plan, Problem, Run, Settings, Verdict } from './flow.ts'
import type { EventInput, EventName, FireInput, GuardedEvent } from './protocol/events/index.ts'
import type { LoggedRun } from './sinks/memory.ts'

export interface FireOptions {
  /** Cancels the event: its hooks are ended. */
  readonly signal?: AbortSignal
  /** Ends the event after this many milliseconds, where that is sooner than the engine's own deadline. */
  readonly timeoutMs?: number
  /** Hooks that this ends refuse at a gate, unless their entry says `failClosed: false`. */
  readonly lateRefuses?: boolean
  /** The conversation that this one belongs to: what its `sessionStart` hooks set reaches this one's hooks too. */
  readonly parent?: string
  /** The agent's event whose answer carries this one's, where an event is fired inside another: a question can be asked only where that one can. */
  readonly answeredAt?: EventName
}

/** What is known of an event before anything is started. */
export interface Judgement {
  readonly plan: Plan
  /** Of rules, of packs that only look, and of closed gates, in configured order. */
  readonly runs: readonly Run[]
  /** Processes and questions to models that would follow. */
  readonly left: readonly Entry[]
  /** Absent while it depends on what is left. */
  readonly verdict?: Verdict
}

/** What became of one team's hooks. */
export interface TeamRefresh {
  readonly team: string
  /** `kept`: something was wrong, and the last good set stays in force. */
  readonly state: 'current' | 'updated' | 'removed' | 'kept'
  readonly revision?: number
  readonly message?: string
}

export interface Hooks {
  /** Sends one event through the pipeline. Rejects on misuse only (unknown event, wrong types, closed). */
  fire<N extends EventName>(name: N, input: FireInput<N>, options?: FireOptions): Promise<Effect<N>>
  /** The plan, and for each hook that would not run the reason. Starts no process and asks no model. */
  explain<N extends EventName>(name: N, input: FireInput<N>): Plan
  /** The plan, and what those of it answer that have no effects: rules, and packs that say so. Nothing is recorded. */
  judge<N extends EventName>(name: N, input: FireInput<N>): Promise<Judgement>
  /**
   * Wraps a host's action in the order of a tool call (CONTRACT §2). Refused, it throws and does not call `act`. Where hooks
   * replaced what the model may see of an MCP result, that is what comes back.
   *
   * @example await hooks.guard('beforeShellExecution', { command, cwd, sandbox: false }, (input) => run(input.command))
   */
  guard<N extends GuardedEvent, T>(
    name: N,
    input: FireInput<N>,
    act: (input: EventInput<N>) => Promise<T> | T,
    options?: FireOptions,
  ): Promise<T>
  /**
   * Whether an entry of this event is configured, as an event fired now would see it: files are looked at again when that is
   * due. False: firing it would do nothing.
   */
  hears(name: EventName): boolean | Promise<boolean>
  /** True when a hook could run for this event. */
  has(name: EventName): boolean
  /** The effective hooks, in order, those that do not run among them (`held` says why). */
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  /** What the hookline.json files say beside their hooks, the most important source first. */
  readonly settings: readonly Settings[]
  /** The workspace's folders. */
  readonly roots: readonly string[]
  /** The last 100 runs, oldest first. */
  readonly log: readonly LoggedRun[]
  /** Returns the way to stop listening. */
  on(what: 'record', listener: (record: HookRecord) => void): () => void
  /** A new reading of the files is in force. */
  on(what: 'change', listener: (config: Config) => void): () => void
  /** Reads every file now: a save before this call is seen by the next `fire`. */
  reload(): Promise<void>
  /** Brings the hooks of this machine's teams up to date now, then reads them. Never rejects: what went wrong is in the answer. */
  refreshTeam(): Promise<readonly TeamRefresh[]>
  /** Waits for the hooks of events nobody waited for, then for the sinks. Safe twice. */
  close(): Promise<void>
}
