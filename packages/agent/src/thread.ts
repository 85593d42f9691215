/** One line of conversation with a model: the person's, or a subagent's. */
import type { HostSession, Tokens } from '@hookline/core/node'
import type { ModelMessage } from 'ai'
import type { Agent } from './agent.ts'
import type { LanguageModelV3 } from './model.ts'
import { createMeter, type Meter } from './tokens.ts'
import type { ToolTable } from './tools.ts'
import type { Line, Transcript } from './transcript.ts'

export interface Thread {
  readonly agent: Agent
  readonly session: HostSession
  readonly model: LanguageModelV3
  readonly tools: ToolTable
  readonly system: string
  readonly transcript: Transcript
  /** Who reads what it says: the person, or the agent that started it. */
  readonly reader: 'person' | 'agent'
  /** Its own; the agent's counts everything. */
  readonly meter: Meter
  messages: ModelMessage[]
  /** The provider's own count of the last call's input. */
  inputTokens?: number | undefined
  /** Its history could not be summarised: not tried again by itself. */
  isStuck: boolean
  toolCalls: number
}

export type ThreadParts = Pick<Thread, 'agent' | 'session' | 'model' | 'tools' | 'system' | 'transcript' | 'reader'>

export const createThread = (parts: ThreadParts): Thread => ({
  ...parts,
  meter: createMeter(parts.agent.model.prices),
  messages: [],
  isStuck: false,
  toolCalls: 0,
})

export function spend({ agent, meter }: Thread, tokens: Tokens): void {
  meter.add(tokens)
  agent.meter.add(tokens)
}

/** A message to the model, with what hooks add to it. */
export function tell(
  thread: Thread,
  text: string,
  {
    context,
    ...flags
  }: { readonly context?: string | undefined } & Pick<Line, 'isAutoFollowupFromStopHook' | 'loopCount'> = {},
): void {
  const content = withContext(text, context)
  thread.messages.push({ role: 'user', content })
  thread.transcript.write({ role: 'user', content, ...flags })
}

export const withContext = (text: string, context: string | undefined): string =>
  context === undefined || context === '' ? text : `${text}\n\n<hook_context>\n${context}\n</hook_context>`
