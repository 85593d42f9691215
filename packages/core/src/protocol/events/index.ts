/** All events, one row each, in the order of the contract. Types, checks, schemas and docs derive from this table. */
import type { Infer } from '../../schema.ts'
import type { CommonInput, ReducedInput } from '../common.ts'
import type { Reply, ReplyField, Verdict } from '../reply.ts'
import type { EventRow, Gate, GuardedRow } from '../row.ts'
import { agentEvents } from './agent.ts'
import { fileEvents } from './files.ts'
import { mcpEvents } from './mcp.ts'
import { sessionEvents } from './session.ts'
import { shellEvents } from './shell.ts'
import { toolEvents } from './tools.ts'

const { sessionStart, sessionEnd, beforeSubmitPrompt, preCompact, stop, workspaceOpen } = sessionEvents
const { subagentStart, subagentStop, afterAgentResponse, afterAgentThought } = agentEvents

export const events = {
  sessionStart,
  sessionEnd,
  beforeSubmitPrompt,
  ...toolEvents,
  subagentStart,
  subagentStop,
  ...shellEvents,
  ...mcpEvents,
  ...fileEvents,
  preCompact,
  stop,
  afterAgentResponse,
  afterAgentThought,
  workspaceOpen,
}

export type EventName = keyof typeof events
// `Object.keys` returns exactly the keys of the literal above.
export const eventNames = Object.keys(events) as readonly EventName[]
export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name)

/**
 * The same table with the type `EventRow` for each row. The cast goes through `unknown` because a row's functions take the
 * input of their own event; callers pass an input that was checked against the same row.
 */
export const eventRows = events as unknown as Readonly<Record<EventName, EventRow>>

/** The event's own fields, without the common ones. */
export type EventFields<N extends EventName> = Infer<(typeof events)[N]['input']>
/** The whole object a hook reads on stdin. */
export type EventInput<N extends EventName = EventName> = EventFields<N> &
  (N extends EventName ? CommonOf<(typeof events)[N]> : never)
type CommonOf<R> = R extends { readonly common: 'reduced' } ? ReducedInput : CommonInput
/** What a host passes to `fire`: the event's own fields, and those common fields that should differ from the defaults. */
export type FireInput<N extends EventName> = EventFields<N> & Partial<CommonInput>
/** The reply that a hook of this event may give: only the fields and verdicts of its row. */
export type ReplyOf<N extends EventName> = N extends EventName ? ReplyOfRow<(typeof events)[N]> : never
type ReplyOfRow<R extends { readonly gate: Gate; readonly reply: readonly ReplyField[] }> = Only<
  R['reply'][number] | { permission: 'permission'; continue: 'continue'; none: never }[R['gate']['kind']],
  R['gate'] extends { readonly ask: 'denies' } ? 'allow' | 'deny' : Verdict
>
type Only<F extends keyof Reply, V extends Verdict> = {
  readonly [K in keyof Reply]?: K extends F ? (K extends 'permission' ? V : Reply[K]) : never
}
/** The events whose row has an `act`. */
export type GuardedEvent = {
  [N in EventName]: (typeof events)[N] extends GuardedRow ? N : never
}[EventName]
export const isGuardedEvent = (name: EventName): name is GuardedEvent => eventRows[name].act !== undefined
