/** A wire format, as the loopback server needs it. */
import type { JsonObject } from '@hookline/core/protocol'
import type { WholeAnswer } from './turn.ts'

export interface SentEvent {
  /** The name of a server-sent event, where the format names them. */
  readonly event?: string
  readonly data: unknown
}

export interface Wire {
  readonly name: 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini'
  /** Matches the path of a request in this format. */
  readonly path: RegExp
  /** Whether the path asks for a stream. Absent: the field `stream` of the body does. */
  isStream?(path: string): boolean
  /** The model that the path names. Absent: the field `model` of the body does. */
  modelOf?(path: string): string
  /** The key that a request carries. */
  keyOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined
  /** The tool that the request insists on, if any. */
  forcedTool(body: JsonObject): string | undefined
  answer(answer: WholeAnswer, model: string): unknown
  stream(answer: WholeAnswer, model: string): readonly SentEvent[]
  error(status: number, message: string): unknown
}

export const bearer: Wire['keyOf'] = ({ authorization }) =>
  typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined
