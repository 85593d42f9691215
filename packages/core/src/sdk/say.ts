/** What a hook says in a word: `deny('…')`. The event's row decides which fields of the wire that becomes. */
import { type EventName, eventRows, type events } from '../protocol/events/index.ts'
import type { Reply } from '../protocol/reply.ts'

/** One text for both readers, or one for each. */
export type Message = string | { readonly user?: string; readonly agent?: string }

export interface SaidVerdict<V extends string> {
  readonly say: V
  readonly message?: Message
}
export interface SaidRewrite {
  readonly say: 'rewrite'
  readonly value: unknown
}
export interface SaidText<V extends string> {
  readonly say: V
  readonly text: string
}

type Row<N extends EventName> = (typeof events)[N]
type Field<N extends EventName> = Row<N>['reply'][number]
type IfField<N extends EventName, F, T> = F extends Field<N> ? T : never
type IfGate<N extends EventName, T> = Row<N>['gate']['kind'] extends 'none' ? never : T
type IfAsks<N extends EventName, T> = Row<N>['gate'] extends { readonly ask: 'asks' } ? T : never

/** What a hook of this event may say. */
export type Say<N extends EventName = EventName> = N extends EventName
  ?
      | IfGate<N, SaidVerdict<'deny'> | SaidVerdict<'allow'>>
      | IfAsks<N, SaidVerdict<'ask'>>
      | IfField<N, 'updated_input', SaidRewrite>
      | IfField<N, 'updated_content', SaidRewrite>
      | IfField<N, 'updated_mcp_tool_output', SaidRewrite>
      | IfField<N, 'additional_context', SaidText<'context'>>
      | IfField<N, 'followup_message', SaidText<'follow-up'>>
  : never

export const deny = (message: Message): SaidVerdict<'deny'> => ({ say: 'deny', message })
export const ask = (message: Message): SaidVerdict<'ask'> => ({ say: 'ask', message })
export const allow = (message?: Message): SaidVerdict<'allow'> =>
  message === undefined ? { say: 'allow' } : { say: 'allow', message }
/** The whole new `tool_input`, `content` or MCP result, whichever the event has. */
export const rewrite = (value: unknown): SaidRewrite => ({ say: 'rewrite', value })
/** Added to the model's context. */
export const context = (text: string): SaidText<'context'> => ({ say: 'context', text })
/** Sent as the next user message. */
export const followUp = (text: string): SaidText<'follow-up'> => ({ say: 'follow-up', text })

type AnySay =
  | SaidVerdict<'deny'>
  | SaidVerdict<'ask'>
  | SaidVerdict<'allow'>
  | SaidRewrite
  | SaidText<'context'>
  | SaidText<'follow-up'>

export const isSay = (value: object): value is AnySay =>
  'say' in value && typeof value.say === 'string' && Object.hasOwn(wire, value.say)

/** In the event's own words. */
export function toReply(event: EventName, said: AnySay): Reply {
  const write = wire[said.say] as (said: AnySay, event: EventName) => Reply
  return write(said, event)
}

/** The text for the model, whether or not the event's reply has a field for it. */
export function agentTextOf(said: AnySay): string | undefined {
  const message = 'message' in said ? said.message : undefined
  return typeof message === 'string' ? message : message?.agent
}

const wire = {
  deny: (said: SaidVerdict<'deny'>, event: EventName) => verdict(said, event),
  ask: (said: SaidVerdict<'ask'>, event: EventName) => verdict(said, event),
  allow: (said: SaidVerdict<'allow'>, event: EventName) => verdict(said, event),
  rewrite: ({ value }: SaidRewrite, event: EventName) => ({ [rewritable(event)]: value }),
  context: ({ text }: SaidText<'context'>) => ({ additional_context: text }),
  'follow-up': ({ text }: SaidText<'follow-up'>) => ({ followup_message: text }),
}

function verdict({ say, message }: SaidVerdict<'deny' | 'ask' | 'allow'>, event: EventName): Reply {
  const { gate, reply } = eventRows[event]
  const texts = typeof message === 'string' ? { user: message, agent: message } : (message ?? {})
  return {
    // A word that the gate has none for is said all the same: the strict side of the reader hears it.
    ...(gate.kind === 'continue' && say !== 'ask' ? { continue: say === 'allow' } : { permission: say }),
    ...(texts.user !== undefined && reply.includes('user_message') ? { user_message: texts.user } : {}),
    ...(texts.agent !== undefined && reply.includes('agent_message') ? { agent_message: texts.agent } : {}),
  }
}

const rewritable = (event: EventName): string =>
  eventRows[event].reply.find((field) => /^updated_/.test(field)) ?? 'updated_input'
