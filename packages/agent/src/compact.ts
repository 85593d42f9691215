/** Compaction: replaces the older messages with a summary, on request or when the context window is nearly full. */
import type { CompactFacts } from '@hookline/core/node'
import type { ModelMessage } from 'ai'
import { askModel } from './model/ask-model.ts'
import { countTokens, type Thread } from './thread.ts'

/** The share of the window at which compaction starts, by the provider's token count. */
const startAtShare = 0.85
/** At least this many of the newest messages stay unchanged. */
const keptMessages = 4
/** In characters. Longer messages are truncated before the model summarises them. */
const maxMessageLength = 4_000

export async function compactWhenFull(thread: Thread, signal: AbortSignal): Promise<void> {
  const { contextWindow: window } = thread.agent
  const { inputTokens: tokens = 0 } = thread
  if (window === undefined || thread.hasFailedToCompact || tokens <= window * startAtShare) return
  const reason = await compact(thread, 'auto', signal)
  if (reason === undefined) return
  // Report this once per turn and go on: the next call may still fit.
  thread.hasFailedToCompact = true
  thread.agent.person.showInfo(`The context window is nearly full and the conversation was not compacted: ${reason}`)
}

/** Returns undefined on success, otherwise the reason why the conversation was not compacted. */
export async function compact(
  thread: Thread,
  trigger: CompactFacts['trigger'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { agent, session, messages, inputTokens: contextTokens } = thread
  const { contextWindow: windowSize } = agent
  if (windowSize === undefined)
    return 'the size of the context window is not known (start with --context-window <tokens>)'
  if (contextTokens === undefined) return 'the provider has not reported the token count of the conversation yet'
  const count = countMessagesToCompact(messages, trigger)
  if (count === 0) return 'the conversation is too short'
  const facts = { trigger, contextTokens, windowSize, messageCount: messages.length, messagesToCompact: count }
  try {
    const summary = await session.compact(facts, () => summarise(thread, messages.slice(0, count), signal))
    const content = `Summary of the conversation so far:\n\n${summary}`
    thread.messages = [{ role: 'user', content }, ...messages.slice(count)]
    // Estimate the tokens from the last count until the provider counts again: a second compaction needs a number.
    thread.inputTokens = Math.round(
      (contextTokens * measureLength(thread.messages)) / Math.max(1, measureLength(messages)),
    )
    thread.transcript.write({ role: 'summary', content })
    agent.person.showInfo(`A summary replaces ${count} older messages.`)
    return undefined
  } catch (thrown) {
    signal.throwIfAborted()
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

const measureLength = (messages: readonly ModelMessage[]): number => JSON.stringify(messages).length

/**
 * A tool result stays in the same part as its call. Automatic compaction needs at least two messages. On request one is
 * enough, because it may be an earlier summary.
 */
function countMessagesToCompact(messages: readonly ModelMessage[], trigger: CompactFacts['trigger']): number {
  let count = messages.length - keptMessages
  while (count > 0 && messages[count]?.role === 'tool') count -= 1
  return count < (trigger === 'manual' ? 1 : 2) ? 0 : count
}

async function summarise(thread: Thread, messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
  const { agent } = thread
  const reply = await askModel({
    model: agent.model.forPurpose('compaction'),
    system:
      'Summarise this conversation between a person and a coding agent, so that the agent can go on from the summary alone: what was asked, what was done and found, with file names and exact values, and what is left.',
    messages: [{ role: 'user', content: messages.map(formatMessage).join('\n\n') }],
    signal,
    idleTimeoutMs: agent.idleTimeoutMs,
  })
  countTokens(thread, reply.tokens)
  if (reply.text === '') throw new Error('the model returned an empty summary')
  return reply.text
}

const formatMessage = ({ role, content }: ModelMessage): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return `${role}: ${text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)} […]` : text}`
}
