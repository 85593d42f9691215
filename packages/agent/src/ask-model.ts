/** One call of the model: its words, thoughts, tool calls and token counts, or an error that is thrown. */
import type { Tokens } from '@hookline/core/node'
import { type ModelMessage, streamText, type ToolSet } from 'ai'
import type { LanguageModelV3 } from './model.ts'
import { tokensOf } from './tokens.ts'

// What the SDK would print, it would print into the conversation.
globalThis.AI_SDK_LOG_WARNINGS = false

export interface Asking {
  readonly model: LanguageModelV3
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: ToolSet
  readonly signal: AbortSignal
  /** The longest silence of the endpoint. */
  readonly silenceMs: number
  onThought?(text: string, durationMs: number): void
}
export interface Said {
  /** For the history: as the provider wants to see them again, signatures of thoughts and all. */
  readonly messages: readonly ModelMessage[]
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly tokens: Tokens
  readonly durationMs: number
  /** The model was at the end of what it may say at once. */
  readonly isCut: boolean
}
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The tools are handed over without a way to run them: every call comes back here, to go through the host. */
export async function askModel(asking: Asking): Promise<Said> {
  const began = performance.now()
  const silence = watchSilence(asking.silenceMs)
  try {
    const result = streamText({
      model: asking.model,
      system: asking.system,
      messages: [...asking.messages],
      tools: asking.tools ?? {},
      abortSignal: AbortSignal.any([asking.signal, silence.signal]),
      // The stream carries it too: without this it would be printed.
      onError: () => {},
    })
    const calls: ToolCall[] = []
    const thoughts = thinking(asking)
    for await (const part of result.fullStream) {
      silence.heard()
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw silence.signal.aborted ? silence.signal.reason : asking.signal.reason
      if (part.type === 'reasoning-start') thoughts.start(part.id)
      if (part.type === 'reasoning-delta') thoughts.more(part.id, part.text)
      if (part.type === 'reasoning-end') thoughts.end(part.id)
      // What does not fit the tool's schema was answered already: it never reaches the tool.
      if (part.type === 'tool-call' && part.invalid !== true)
        calls.push({ id: part.toolCallId, name: part.toolName, input: part.input as ToolCall['input'] })
    }
    const reason = await result.finishReason
    if (reason === 'other' && (await result.rawFinishReason) === undefined)
      throw new Error('the answer broke off before its end')
    const { messages } = await result.response
    const tokens = tokensOf(await result.usage)
    const durationMs = Math.round(performance.now() - began)
    return { messages, text: await result.text, calls, tokens, durationMs, isCut: reason === 'length' }
  } finally {
    silence.end()
  }
}

function thinking({ onThought }: Asking) {
  const open = new Map<string, { text: string; readonly began: number }>()
  return {
    start: (id: string) => void open.set(id, { text: '', began: performance.now() }),
    more(id: string, text: string) {
      const thought = open.get(id)
      if (thought !== undefined) thought.text += text
    },
    end(id: string) {
      const thought = open.get(id)
      open.delete(id)
      if (thought === undefined || thought.text === '') return
      onThought?.(thought.text, Math.round(performance.now() - thought.began))
    },
  }
}

export class SilenceError extends Error {}

function watchSilence(mostMs: number) {
  const controller = new AbortController()
  const tooLong = () => controller.abort(new SilenceError(`the endpoint said nothing for ${mostMs / 1000} s`))
  let timer = setTimeout(tooLong, mostMs)
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(tooLong, mostMs)
    },
    end: () => clearTimeout(timer),
  }
}
