/** Short forms of replies, such as `deny('…')`. The event's row determines the fields of the reply. */
import { type EventName, eventRows, type events } from '../protocol/events/index.ts'
import type { Reply } from '../protocol/reply.ts'

/** One text for both the person and the model, or one for each. */
export type Message = string | { readonly user?: string; readonly agent?: string }

export interface SayVerdict<V extends string> {
  readonly say: V
  readonly message?: Message
  /** The rule that decided, if the hook has several: `<pack>/<id>`. */
  readonly rule?: string
}
export interface SayRewrite {
  readonly say: 'rewrite'
  readonly value: unknown
}
export interface SayText<V extends string> {
  readonly say: V
  readonly text: string
}

type Row<N extends EventName> = (typeof events)[N]
type Field<N extends EventName> = Row<N>['reply'][number]
type IfField<N extends EventName, F, T> = F extends Field<N> ? T : never
type IfGate<N extends EventName, T> = Row<N>['gate']['kind'] extends 'none' ? never : T
type IfAsks<N extends EventName, T> = Row<N>['gate'] extends { readonly ask: 'asks' } ? T : never

/** The short replies that a hook of this event may give. */
export type Say<N extends EventName = EventName> = N extends EventName
  ?
      | IfGate<N, SayVerdict<'deny'> | SayVerdict<'allow'>>
      | IfAsks<N, SayVerdict<'ask'>>
      | IfField<N, 'updated_input', SayRewrite>
      | IfField<N, 'updated_content', SayRewrite>
      | IfField<N, 'updated_mcp_tool_output', SayRewrite>
      | IfField<N, 'additional_context', SayText<'context'>>
      | IfField<N, 'followup_message', SayText<'follow-up'>>
  : never

export const deny = (message: Message): SayVerdict<'deny'> => ({ say: 'deny', message })
export const ask = (message: Message): SayVerdict<'ask'> => ({ say: 'ask', message })
export const allow = (message?: Message): SayVerdict<'allow'> =>
  message === undefined ? { say: 'allow' } : { say: 'allow', message }
/** Replaces all of `tool_input`, `content` or the MCP result, depending on the event. */
export const rewrite = (value: unknown): SayRewrite => ({ say: 'rewrite', value })
/** Added to the model's context. */
export const context = (text: string): SayText<'context'> => ({ say: 'context', text })
/** Sent as the next user message. */
export const followUp = (text: string): SayText<'follow-up'> => ({ say: 'follow-up', text })

type AnySay =
  | SayVerdict<'deny'>
  | SayVerdict<'ask'>
  | SayVerdict<'allow'>
  | SayRewrite
  | SayText<'context'>
  | SayText<'follow-up'>

export const isSay = (value: object): value is AnySay =>
  'say' in value && typeof value.say === 'string' && Object.hasOwn(wire, value.say)

/** Converts a short reply to the reply of the event. */
export function toReply(event: EventName, say: AnySay): Reply {
  // Each writer takes the kind of short reply that it is stored under.
  const write = wire[say.say] as (say: AnySay, event: EventName) => Reply
  return write(say, event)
}

/** The text for the model, even if the event's reply has no field for it. */
export function agentTextOf(say: AnySay): string | undefined {
  const message = 'message' in say ? say.message : undefined
  return typeof message === 'string' ? message : message?.agent
}

export const ruleOf = (say: AnySay): string | undefined => ('rule' in say ? say.rule : undefined)

const wire = {
  deny: (say: SayVerdict<'deny'>, event: EventName) => verdict(say, event),
  ask: (say: SayVerdict<'ask'>, event: EventName) => verdict(say, event),
  allow: (say: SayVerdict<'allow'>, event: EventName) => verdict(say, event),
  rewrite: ({ value }: SayRewrite, event: EventName) => ({ [rewritable(event)]: value }),
  context: ({ text }: SayText<'context'>) => ({ additional_context: text }),
  'follow-up': ({ text }: SayText<'follow-up'>) => ({ followup_message: text }),
}

function verdict({ say, message }: SayVerdict<'deny' | 'ask' | 'allow'>, event: EventName): Reply {
  const { gate, reply } = eventRows[event]
  const parts = typeof message === 'string' ? { user: message, agent: message } : (message ?? {})
  return {
    // A verdict that the gate does not have is sent anyway, because the reader then denies.
    ...(gate.kind === 'continue' && say !== 'ask' ? { continue: say === 'allow' } : { permission: say }),
    ...(parts.user !== undefined && reply.includes('user_message') ? { user_message: parts.user } : {}),
    ...(parts.agent !== undefined && reply.includes('agent_message') ? { agent_message: parts.agent } : {}),
  }
}

const rewritable = (event: EventName): string =>
  eventRows[event].reply.find((field) => /^updated_/.test(field)) ?? 'updated_input'
