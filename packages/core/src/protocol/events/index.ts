/** All events, one row each, in the contract's order. Types, checks, schemas and docs derive from here. */
import type { Infer } from '../../schema.ts'
import type { CommonInput, ReducedInput } from '../common.ts'
import type { Reply, ReplyField, Verdict } from '../reply.ts'
import type { EventRow, Gate, Guards } from '../row.ts'
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
export const eventNames = Object.keys(events) as readonly EventName[]
export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name)

/** The same table, its members seen as plain rows. */
export const eventRows = events as unknown as Readonly<Record<EventName, EventRow>>

/** What an event carries beside the common fields. */
export type EventFields<N extends EventName> = Infer<(typeof events)[N]['input']>
/** The whole object a hook reads on stdin. */
export type EventInput<N extends EventName = EventName> = EventFields<N> &
  (N extends EventName ? CommonOf<(typeof events)[N]> : never)
type CommonOf<R> = R extends { readonly common: 'reduced' } ? ReducedInput : CommonInput
/** What a host hands to `fire`: its own fields, and the common ones where it knows better than the defaults. */
export type FireInput<N extends EventName> = EventFields<N> & Partial<CommonInput>
/** What a hook of this event may answer: the fields and the verdict of its row, and no others. */
export type ReplyOf<N extends EventName> = N extends EventName ? Answers<(typeof events)[N]> : never
type Answers<R extends { readonly gate: Gate; readonly reply: readonly ReplyField[] }> = Only<
  R['reply'][number] | { permission: 'permission'; continue: 'continue'; none: never }[R['gate']['kind']],
  R['gate'] extends { readonly ask: 'denies' } ? 'allow' | 'deny' : Verdict
>
type Only<F extends keyof Reply, V extends Verdict> = {
  readonly [K in keyof Reply]?: K extends F ? (K extends 'permission' ? V : Reply[K]) : never
}
/** The events whose row names an act. */
export type GuardedEvent = {
  [N in EventName]: (typeof events)[N] extends Guards ? N : never
}[EventName]
export const isGuardedEvent = (name: EventName): name is GuardedEvent => eventRows[name].act !== undefined
