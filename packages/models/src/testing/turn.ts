/** What a scripted model answers: one turn a request. */
import type { JsonObject } from '@hookline/core/protocol'

export interface ToolCall {
  /** Default: `call_<n>`. */
  readonly id?: string
  readonly name: string
  readonly input: JsonObject
  /** The input of a tool that takes plain text instead of `input`. Only OpenAI Responses has such tools (`custom`). */
  readonly text?: string
  /** The group of tools that `name` belongs to. Only OpenAI Responses has such groups (`namespace`). */
  readonly namespace?: string
}

/** A tool call with an id. */
export type SentCall = ToolCall & { readonly id: string }

/** Tokens, as the endpoint counts them. */
export interface TurnUsage {
  /** All of the input, what came from and went to the cache included. */
  readonly input: number
  /** All of the output, thinking included. */
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly thinking?: number
}

export interface Answer {
  readonly thinking?: string
  readonly text?: string
  /** A structured answer, given the way the request wants it: as text, or as a call of the tool that was forced. */
  readonly json?: unknown
  readonly toolCalls?: readonly ToolCall[]
  /** Default: 11 in, 7 out. */
  readonly usage?: TurnUsage
  /** Default: `tool-calls` when there are any, else `end`. */
  readonly stop?: 'end' | 'tool-calls' | 'length'
  /** Milliseconds before the first byte. */
  readonly delayMs?: number
  /** Milliseconds between the pieces of a stream. */
  readonly pieceMs?: number
}

export type Fault =
  /** Takes the request and never answers. */
  | { readonly fault: 'hang' }
  /** 200, and a body that is no JSON and no stream of events. */
  | { readonly fault: 'garbage' }
  /** Begins to answer and cuts the connection in the middle. */
  | { readonly fault: 'reset'; readonly text?: string }
  /** An error in the endpoint's own shape; `retryAfter` in seconds goes into the header. */
  | { readonly fault: 'status'; readonly status: number; readonly retryAfter?: number; readonly message?: string }

export type Turn = Answer | Fault

export const isFault = (turn: Turn): turn is Fault => 'fault' in turn

export interface WholeAnswer {
  readonly thinking: string
  readonly text: string
  readonly toolCalls: readonly SentCall[]
  readonly usage: Required<TurnUsage>
  readonly stop: 'end' | 'tool-calls' | 'length'
}

/** The same with nothing left open; `forced`: the name of the tool that the request insists on. */
export function whole(answer: Answer, forced: string | undefined): WholeAnswer {
  const asCall = answer.json !== undefined && forced !== undefined
  const calls = [...(answer.toolCalls ?? []), ...(asCall ? [{ name: forced, input: answer.json as JsonObject }] : [])]
  const toolCalls = calls.map((call, at) => ({ id: `call_${at + 1}`, ...call }))
  const usage = { input: 11, output: 7, ...answer.usage }
  return {
    thinking: answer.thinking ?? '',
    text: answer.text ?? (answer.json === undefined || asCall ? '' : JSON.stringify(answer.json)),
    toolCalls,
    usage: { cacheRead: 0, cacheWrite: 0, thinking: 0, ...usage },
    stop: answer.stop ?? (toolCalls.length > 0 ? 'tool-calls' : 'end'),
  }
}

/** A text as it would arrive: in several pieces. */
export function pieces(text: string): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / 3))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}
