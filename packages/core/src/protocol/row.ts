/** The type of an event's row: all facts about the event. Shared code reads the row and never names an event. */
import type { Infer, JsonObject, Shape } from '../schema.ts'
import type { ReplyField } from './reply.ts'

export type Gate =
  /** Decides with `permission`. `ask` is what the value "ask" does here; older editions use the last two. */
  | { readonly kind: 'permission'; readonly ask: 'asks' | 'denies' | 'unknown' | 'no-effect' }
  /** Decides with `continue`. */
  | { readonly kind: 'continue' }
  /** Decides nothing: its hooks observe. */
  | { readonly kind: 'none' }

export const permission = <const A extends 'asks' | 'denies'>(ask: A) => ({ kind: 'permission', ask }) as const
export const continues = { kind: 'continue' } as const
export const observes = { kind: 'none' } as const
/** Whether a person can be asked at this gate. If not, "ask" counts as "deny". */
export const canAsk = (gate: Gate): boolean => gate.kind === 'permission' && gate.ask === 'asks'

/** Every edition of the protocol, oldest first. The last one adds what only Hookline has (CONTRACT §1). */
export const editionNames = ['2.3', '2.4', '3', 'hookline'] as const
export type Edition = (typeof editionNames)[number]

/** Resolves a path and its links. Never throws: for a path that does not exist it returns the absolute path. */
export type RealPath = (path: string) => string

/** The message of a denial (CONTRACT §7). */
export interface Refusal {
  readonly code: 'ERROR_HOOKS_BLOCKED' | 'FileReadBlockedByHook'
  /** The sentence for the person, without the hook's message: `Command execution was blocked by a hook`. */
  readonly person: string
  /** The sentence for the model, without the hook's message: `The terminal command was rejected by a hook`. */
  readonly model: string
}

/** A field name of an older version. The input carries it in addition to today's name (CONTRACT §2). */
export interface OlderName {
  readonly name: string
  readonly today: string
  readonly seed: 'S0' | 'S1'
  /** The list field whose items have this name, if it is not a field of the input itself. */
  readonly inside?: string
}

/** What `guard` needs to run a host's action as a tool call with all its events. */
export interface Act<I = JsonObject> {
  /** The fields of the generic event for this action. Absent if this event is the generic one. */
  readonly tool?: (input: I) => { readonly tool_name: string; readonly tool_input: JsonObject }
  /** This event's input after the generic gate has rewritten `tool_input`. */
  readonly withToolInput?: (input: I, toolInput: JsonObject) => I
  /** The event after the action, and its fields. */
  readonly after?: {
    readonly event: string
    readonly fields: (input: I, result: unknown, durationMs: number) => JsonObject
  }
  /** Makes `tool_output` from the result of the action. Default: the JSON text of the result. */
  readonly output?: (result: unknown) => string
  /** How the action failed, if its result is a failure. */
  readonly failure?: (result: unknown, input: I) => Failure | undefined
  /** A second event whose gate also decides about this call, such as that of a shell command in another tool's input. */
  readonly also?: (input: I) => SecondEvent | undefined
  /** Whether hooks may replace the result that the model sees. */
  readonly replaceable?: boolean
}

export interface SecondEvent {
  readonly event: string
  readonly input: JsonObject
  /** The event after the action, and its fields. */
  readonly after?: {
    readonly event: string
    fields(result: unknown, durationMs: number): JsonObject
  }
}

/** How a tool call failed, as `postToolUseFailure` reports it. */
export interface Failure {
  readonly message: string
  readonly type: 'error' | 'timeout' | 'permission_denied'
  /** The person cancelled it. */
  readonly interrupt: boolean
}

export interface EventRow<S extends Shape = Shape> {
  readonly doc: string
  /** The first edition that has the event; `hookline` if no version of Cursor has it. */
  readonly since: Edition
  /** The event's own fields, without the common ones. */
  readonly input: S
  readonly gate: Gate
  /** The gate comes before an action, so a broken managed file closes it (CONTRACT §4). */
  readonly guardsAct: boolean
  readonly onFailure: 'open' | 'closed'
  readonly reply: readonly ReplyField[]
  /** The strings that a matcher is tested against. null: the event ignores matchers. */
  readonly subject: ((input: Infer<S>, real: RealPath) => readonly (string | null | undefined)[]) | null
  /** A description of the subject, for the docs and for messages. */
  readonly subjectDoc: string
  readonly surface: 'agent' | 'tab' | 'app'
  readonly common: 'all' | 'reduced'
  readonly refusal?: Refusal
  readonly older: readonly OlderName[]
  /** Pairs of fields with the same meaning. If one is given, it fills the other. */
  readonly mirrors: readonly (readonly [string, string])[]
  /** How this event changes its session. */
  readonly session?: 'begins' | 'ends' | 'new-turn'
  /** Whether `loop_count` is kept and `loop_limit` is read for this event. */
  readonly loops: boolean
  /** Whether the host waits for the hooks. If not, their replies are recorded and not used. */
  readonly waits: boolean
  /** `tools`: no tool of the conversation starts while the hooks run (CONTRACT §2). */
  readonly holds?: 'tools'
  /** How `guard` runs the action behind the gate. Absent if `guard` cannot run it. */
  readonly act?: Act<Infer<S>>
  /** The operation of a `Host` or `HostSession` that fires the event. Absent: a host calls `guard` or `fire` itself. */
  readonly operation?: string
  /** A realistic input, as `hookline trigger` sends it. */
  readonly sample: (root: string) => Infer<S>
}

type RowDefaults =
  | 'mirrors'
  | 'common'
  | 'surface'
  | 'older'
  | 'loops'
  | 'waits'
  | 'reply'
  | 'gate'
  | 'guardsAct'
  | 'onFailure'
type RowSpec<S extends Shape> = Omit<EventRow<S>, RowDefaults | 'act'> & Partial<Pick<EventRow<S>, RowDefaults>>
/** The parts of a row that an event's types derive from: its reply, its gate, and its common fields. */
export interface RowTypes<R, G, C> {
  readonly reply: R
  readonly gate: G
  readonly common: C
}
/** A row whose action `guard` can run. */
export interface GuardedRow {
  readonly act: object
}

/** Makes a row with the defaults of most events: an agent's event that observes and fails open. */
export function event<
  const S extends Shape,
  const R extends readonly ReplyField[] = readonly [],
  const G extends Gate = typeof observes,
  const C extends 'all' | 'reduced' = 'all',
>(spec: RowSpec<S> & Partial<RowTypes<R, G, C>> & { readonly act?: never }): EventRow<S> & RowTypes<R, G, C>
export function event<
  const S extends Shape,
  const R extends readonly ReplyField[] = readonly [],
  const G extends Gate = typeof observes,
  const C extends 'all' | 'reduced' = 'all',
>(
  spec: RowSpec<S> & Partial<RowTypes<R, G, C>> & { readonly act: Act<Infer<S>> },
): EventRow<S> & RowTypes<R, G, C> & GuardedRow
export function event<S extends Shape>(spec: RowSpec<S> & Pick<EventRow<S>, 'act'>): EventRow<S> {
  return {
    common: 'all',
    surface: 'agent',
    older: [],
    mirrors: [],
    loops: false,
    waits: true,
    reply: [],
    gate: observes,
    guardsAct: spec.gate !== undefined,
    onFailure: 'open',
    ...spec,
  }
}
