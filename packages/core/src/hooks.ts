/** The public interface: what `createHooks` returns. */
import type {
  BackgroundWork,
  Config,
  Effect,
  Entry,
  HookRecord,
  Plan,
  Problem,
  Run,
  Settings,
  Verdict,
} from './flow.ts'
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

/** What is known about an event before anything is started. */
export interface Judgement {
  readonly plan: Plan
  /** Runs of rules, of packs without effects, and of closed gates, in configured order. */
  readonly runs: readonly Run[]
  /** The entries that would start a process or ask a model. */
  readonly left: readonly Entry[]
  /** Absent if it depends on the entries in `left`. */
  readonly verdict?: Verdict
}

/** The result of refreshing one team's hooks. */
export interface TeamRefresh {
  readonly team: string
  /** `kept`: something was wrong, and the last good set stays in force. */
  readonly state: 'current' | 'updated' | 'removed' | 'kept'
  readonly revision?: number
  readonly message?: string
}

/** Rejects or throws on an unknown event and on input that does not fit its row. */
export interface UntypedHooks {
  fire(name: string, input: unknown, options?: FireOptions): Promise<Effect>
  explain(name: string, input: unknown): Plan
  judge(name: string, input: unknown): Promise<Judgement>
  /** Runs background hooks that the option `background` of another engine was given. */
  resume(work: BackgroundWork): Promise<void>
}

export interface Hooks {
  /** Sends one event through the pipeline. Rejects on misuse only (unknown event, wrong types, closed). */
  fire<N extends EventName>(name: N, input: FireInput<N>, options?: FireOptions): Promise<Effect<N>>
  /** The plan, and for each hook that would not run the reason. Starts no process and asks no model. */
  explain<N extends EventName>(name: N, input: FireInput<N>): Plan
  /** The plan, and the answers of hooks without effects: rules, and packs that say so. Nothing is recorded. */
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
  /** The same engine for callers whose event is not known at compile time. The event's row checks name and input. */
  readonly untyped: UntypedHooks
  /**
   * True if any entry of this event is configured, as an event fired now would see it. Files are read again when that is due.
   * If false, firing the event does nothing.
   */
  isConfigured(name: EventName): boolean | Promise<boolean>
  /** True if a hook could run for this event. */
  hasActiveHook(name: EventName): boolean
  /** @deprecated Use `isConfigured`. */
  hears(name: EventName): boolean | Promise<boolean>
  /** @deprecated Use `hasActiveHook`. */
  has(name: EventName): boolean
  /** The effective hooks, in order, including those that do not run (`held` says why). */
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  /** The settings of the hookline.json files, the most important source first. */
  readonly settings: readonly Settings[]
  /** The workspace's folders. */
  readonly roots: readonly string[]
  /** The last 100 runs, oldest first. */
  readonly log: readonly LoggedRun[]
  /** Returns a function that stops listening. */
  on(what: 'record', listener: (record: HookRecord) => void): () => void
  /** Called when a new reading of the files takes effect. */
  on(what: 'change', listener: (config: Config) => void): () => void
  /** Reads every file now: a save before this call is seen by the next `fire`. */
  reload(): Promise<void>
  /** Updates the hooks of this machine's teams now, then reads them. Never rejects: the result names what went wrong. */
  refreshTeam(): Promise<readonly TeamRefresh[]>
  /** Waits for hooks that still run, then for the sinks. Can be called twice. */
  close(): Promise<void>
}
