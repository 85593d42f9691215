/** One call of the model. Returns its text, tool calls and token counts, reports its thoughts, and throws on failure. */

import type { Tokens } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type ModelMessage, streamText, type ToolSet } from 'ai'
import type { LanguageModelV3 } from './model.ts'
import { readTokens } from './tokens.ts'

// Without this, the SDK prints its warnings into the conversation.
globalThis.AI_SDK_LOG_WARNINGS = false

export interface ModelRequest {
  readonly model: LanguageModelV3
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: ToolSet
  readonly signal: AbortSignal
  /** How long the endpoint may send nothing. */
  readonly idleTimeoutMs: number
  onThought?(text: string, durationMs: number): void
}
export interface ModelReply {
  /** The messages for the history, in the form that the provider expects back, with the signatures of thoughts. */
  readonly messages: readonly ModelMessage[]
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly tokens: Tokens
  readonly durationMs: number
  /** The model reached its output limit. */
  readonly isTruncated: boolean
}
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

/** Passes the tools without an `execute` function, so that the SDK returns every call and the host performs it. */
export async function askModel(request: ModelRequest): Promise<ModelReply> {
  const startedAt = performance.now()
  const idleTimer = startIdleTimer(request.idleTimeoutMs)
  try {
    const result = streamText({
      model: request.model,
      system: request.system,
      messages: [...request.messages],
      tools: request.tools ?? {},
      abortSignal: AbortSignal.any([request.signal, idleTimer.signal]),
      // The stream reports the error too. Without this handler the SDK also prints it.
      onError: () => {},
    })
    const calls: ToolCall[] = []
    const thoughts = collectThoughts(request)
    for await (const part of result.fullStream) {
      idleTimer.restart()
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw idleTimer.signal.aborted ? idleTimer.signal.reason : request.signal.reason
      if (part.type === 'reasoning-start') thoughts.start(part.id)
      if (part.type === 'reasoning-delta') thoughts.append(part.id, part.text)
      if (part.type === 'reasoning-end') thoughts.end(part.id)
      // The SDK has already answered a call whose input does not match the tool's schema.
      if (part.type === 'tool-call' && part.invalid !== true)
        // The schema of every tool describes an object.
        calls.push({ id: part.toolCallId, name: part.toolName, input: part.input as ToolCall['input'] })
    }
    const reason = await result.finishReason
    if (reason === 'other' && (await result.rawFinishReason) === undefined)
      throw new Error('the stream has no finish reason')
    const { messages } = await result.response
    const tokens = readTokens(await result.usage)
    const durationMs = Math.round(performance.now() - startedAt)
    return { messages, text: await result.text, calls, tokens, durationMs, isTruncated: reason === 'length' }
  } finally {
    idleTimer.stop()
  }
}

function collectThoughts({ onThought }: ModelRequest) {
  const open = new Map<string, { text: string; readonly startedAt: number }>()
  return {
    start: (id: string) => void open.set(id, { text: '', startedAt: performance.now() }),
    append(id: string, text: string) {
      const thought = open.get(id)
      if (thought !== undefined) thought.text += text
    },
    end(id: string) {
      const thought = open.get(id)
      open.delete(id)
      if (thought === undefined || thought.text === '') return
      onThought?.(thought.text, Math.round(performance.now() - thought.startedAt))
    },
  }
}

export class IdleTimeoutError extends Error {}

function startIdleTimer(timeoutMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort(new IdleTimeoutError(`the endpoint sent nothing for ${timeoutMs / 1000} s`))
  let timer = setTimeout(abort, timeoutMs)
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(abort, timeoutMs)
    },
    stop: () => clearTimeout(timer),
  }
}
