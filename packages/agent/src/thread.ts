/** One conversation with a model: the person's, or a subagent's. */
import type { HostSession, Tokens } from '@hookline/core/node'
import type { ModelMessage } from 'ai'
import type { Agent } from './agent.ts'
import type { LanguageModelV3 } from './model/model.ts'
import { createMeter, type Meter } from './model/tokens.ts'
import type { ToolTable } from './tool.ts'
import type { Transcript, TranscriptLine } from './transcript.ts'

export interface Thread {
  readonly agent: Agent
  readonly session: HostSession
  readonly model: LanguageModelV3
  readonly tools: ToolTable
  readonly system: string
  readonly transcript: Transcript
  /** Who reads the replies: the person, or the agent that started this subagent. */
  readonly reader: 'person' | 'agent'
  /** Counts this thread only. The agent's meter counts all threads. */
  readonly meter: Meter
  messages: ModelMessage[]
  /** The input tokens of the last model call, as the provider counted them. */
  inputTokens?: number | undefined
  /** Automatic compaction failed in this turn and is not tried again. */
  hasFailedToCompact: boolean
  toolCalls: number
}

export type ThreadParts = Pick<Thread, 'agent' | 'session' | 'model' | 'tools' | 'system' | 'transcript' | 'reader'>

export const createThread = (parts: ThreadParts): Thread => ({
  ...parts,
  meter: createMeter(parts.agent.model.prices),
  messages: [],
  hasFailedToCompact: false,
  toolCalls: 0,
})

export function countTokens({ agent, meter }: Thread, tokens: Tokens): void {
  meter.add(tokens)
  agent.meter.add(tokens)
}

/** Adds a message for the model to the history and the transcript, with the context that hooks add to it. */
export function addUserMessage(
  thread: Thread,
  text: string,
  {
    context,
    ...flags
  }: { readonly context?: string | undefined } & Pick<TranscriptLine, 'isAutoFollowupFromStopHook' | 'loopCount'> = {},
): void {
  const content = appendContext(text, context)
  thread.messages.push({ role: 'user', content })
  thread.transcript.write({ role: 'user', content, ...flags })
}

export const appendContext = (text: string, context: string | undefined): string =>
  context === undefined || context === '' ? text : `${text}\n\n<hook_context>\n${context}\n</hook_context>`
