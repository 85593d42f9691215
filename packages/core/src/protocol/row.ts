/** What a row says of its event. Shared code asks the row and never names an event. */
import type { Infer, JsonObject, Shape } from '../schema.ts'
import type { ReplyField } from './reply.ts'

export type Gate =
  /** `permission`; `ask` says what that word does here. The last two are how older editions read it. */
  | { readonly kind: 'permission'; readonly ask: 'asks' | 'denies' | 'unknown' | 'no-effect' }
  /** `continue`. */
  | { readonly kind: 'continue' }
  /** Observes. */
  | { readonly kind: 'none' }

export const permission = <const A extends 'asks' | 'denies'>(ask: A) => ({ kind: 'permission', ask }) as const
export const continues = { kind: 'continue' } as const
export const observes = { kind: 'none' } as const
/** Whether a person can be asked there; where not, an ask refuses. */
export const canAsk = (gate: Gate): boolean => gate.kind === 'permission' && gate.ask === 'asks'

/** Every edition of the protocol, from the oldest on; the last one adds what is Hookline's own (CONTRACT §1). */
export const editionNames = ['2.3', '2.4', '3', 'hookline'] as const
export type Edition = (typeof editionNames)[number]

/** Looks a path up as the system sees it. Never throws: a path that is not there comes back in its absolute spelling. */
export type RealPath = (path: string) => string

/** How a refusal is worded (CONTRACT §7). */
export interface Refusal {
  readonly code: 'ERROR_HOOKS_BLOCKED' | 'FileReadBlockedByHook'
  /** `Command execution was blocked by a hook`: the person's sentence, without the message. */
  readonly person: string
  /** `The terminal command was rejected by a hook`: the model's sentence, without the message. */
  readonly model: string
}

/** A name that an older version used, sent beside today's (CONTRACT §2). */
export interface OlderName {
  readonly name: string
  readonly today: string
  readonly seed: 'S0' | 'S1'
  /** The field holds a list, and the names are those of its members. */
  readonly inside?: string
}

/** What `guard` needs to wrap a host's action in the order of a tool call. */
export interface Act<I = JsonObject> {
  /** The generic event's fields for this act; absent where the event is itself the generic one. */
  readonly tool?: (input: I) => { readonly tool_name: string; readonly tool_input: JsonObject }
  /** The specific input after the generic gate rewrote `tool_input`. */
  readonly withToolInput?: (input: I, toolInput: JsonObject) => I
  /** The event that follows, and its fields. */
  readonly after?: {
    readonly event: string
    readonly fields: (input: I, result: unknown, durationMs: number) => JsonObject
  }
  /** `tool_output` from what the action gave back; default: its JSON text. */
  readonly output?: (result: unknown) => string
  /** Why what the action gave back is a failure, where it is one. */
  readonly failure?: (result: unknown, input: I) => Failure | undefined
  /** The same call as an event of another kind, whose gate judges it too: a shell command inside another tool's input. */
  readonly also?: (input: I) => AlsoJudged | undefined
  /** Hooks may replace what the model sees of the result. */
  readonly replaceable?: boolean
}

export interface AlsoJudged {
  readonly event: string
  readonly input: JsonObject
  /** The event that follows the act, and its fields. */
  readonly after?: {
    readonly event: string
    fields(result: unknown, durationMs: number): JsonObject
  }
}

/** How a tool call failed, as `postToolUseFailure` tells it. */
export interface Failure {
  readonly message: string
  readonly type: 'error' | 'timeout' | 'permission_denied'
  /** The person cancelled it. */
  readonly interrupt: boolean
}

export interface EventRow<S extends Shape = Shape> {
  readonly doc: string
  /** The first edition that has the event; `hookline` where no version of Cursor has it. */
  readonly since: Edition
  /** The fields beside the common ones. */
  readonly input: S
  readonly gate: Gate
  /** The gate stands before an act: a broken managed file closes it (CONTRACT §4). */
  readonly guardsAct: boolean
  readonly onFailure: 'open' | 'closed'
  readonly reply: readonly ReplyField[]
  /** What a matcher is tested against; null where a matcher is ignored. */
  readonly subject: ((input: Infer<S>, real: RealPath) => readonly (string | null | undefined)[]) | null
  /** The subject in words, for the docs and for messages. */
  readonly subjectDoc: string
  readonly surface: 'agent' | 'tab' | 'app'
  readonly common: 'all' | 'reduced'
  readonly refusal?: Refusal
  readonly older: readonly OlderName[]
  /** Pairs of fields with one meaning: whichever is given fills the other. */
  readonly mirrors: readonly (readonly [string, string])[]
  /** What this event does to its session. */
  readonly session?: 'begins' | 'ends' | 'new-turn'
  /** `loop_count` is kept for it, and `loop_limit` is read. */
  readonly loops: boolean
  /** The host does not wait for it: fired and forgotten. */
  readonly waits: boolean
  /** No tool of the conversation starts while its hooks run (CONTRACT §2). */
  readonly holds?: 'tools'
  /** How a host wraps the act that the gate guards; absent where `guard` cannot wrap it. */
  readonly act?: Act<Infer<S>>
  /** The operation of a `Host` or `HostSession` that fires it. Absent: a host calls `guard` or `fire` with it. */
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
/** What the types of an event derive from: its reply, its gate, and which common fields it carries. */
export interface Says<R, G, C> {
  readonly reply: R
  readonly gate: G
  readonly common: C
}
/** A row that `guard` can wrap an act in. */
export interface Guards {
  readonly act: object
}

/** Fills in what most rows have in common: an agent's event that observes and fails open. */
export function event<
  const S extends Shape,
  const R extends readonly ReplyField[] = readonly [],
  const G extends Gate = typeof observes,
  const C extends 'all' | 'reduced' = 'all',
>(spec: RowSpec<S> & Partial<Says<R, G, C>> & { readonly act?: never }): EventRow<S> & Says<R, G, C>
export function event<
  const S extends Shape,
  const R extends readonly ReplyField[] = readonly [],
  const G extends Gate = typeof observes,
  const C extends 'all' | 'reduced' = 'all',
>(spec: RowSpec<S> & Partial<Says<R, G, C>> & { readonly act: Act<Infer<S>> }): EventRow<S> & Says<R, G, C> & Guards
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
