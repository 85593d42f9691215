/** Compaction: when the window fills, or on request, the older messages become a summary. Every number told is a true one. */
import type { CompactFacts } from '@hookline/core/node'
import type { ModelMessage } from 'ai'
import { askModel } from './ask-model.ts'
import { spend, type Thread } from './thread.ts'

/** Of the window, by the provider's own count. */
const fullAt = 0.85
/** Newest messages that stay as they are, at least. */
const kept = 4
const longest = 4_000

export async function compactWhenFull(thread: Thread, signal: AbortSignal): Promise<void> {
  const { contextWindow: window } = thread.agent
  const { inputTokens: tokens = 0 } = thread
  if (window === undefined || thread.isStuck || tokens <= window * fullAt) return
  const why = await compact(thread, 'auto', signal)
  if (why === undefined) return
  // Once is enough to say so: the next call may still fit.
  thread.isStuck = true
  thread.agent.person.info(`The context is nearly full and could not be made shorter: ${why}`)
}

/** Undefined when it is done, else why nothing was done. */
export async function compact(
  thread: Thread,
  trigger: CompactFacts['trigger'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { agent, session, messages, inputTokens: contextTokens } = thread
  const { contextWindow: windowSize } = agent
  if (windowSize === undefined) return 'how large the window is is not known: start with --context-window <tokens>'
  if (contextTokens === undefined) return 'the provider has not said yet how many tokens the conversation has'
  const cut = cutOf(messages, trigger)
  if (cut === 0) return 'the conversation is too short'
  const facts = { trigger, contextTokens, windowSize, messageCount: messages.length, messagesToCompact: cut }
  try {
    const summary = await session.compact(facts, () => summarise(thread, messages.slice(0, cut), signal))
    const content = `Summary of the conversation so far:\n\n${summary}`
    thread.messages = [{ role: 'user', content }, ...messages.slice(cut)]
    // Until the provider counts again: its last count, in proportion. A second compaction needs a number.
    thread.inputTokens = Math.round((contextTokens * lengthOf(thread.messages)) / Math.max(1, lengthOf(messages)))
    thread.transcript.write({ role: 'summary', content })
    agent.person.info(`${cut} older messages are now a summary.`)
    return undefined
  } catch (thrown) {
    signal.throwIfAborted()
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

const lengthOf = (messages: readonly ModelMessage[]): number => JSON.stringify(messages).length

/** How many are summarised. A tool's result stays with the call it answers. On request one is enough: an earlier summary. */
function cutOf(messages: readonly ModelMessage[], trigger: CompactFacts['trigger']): number {
  let cut = messages.length - kept
  while (cut > 0 && messages[cut]?.role === 'tool') cut -= 1
  return cut < (trigger === 'manual' ? 1 : 2) ? 0 : cut
}

async function summarise(thread: Thread, messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
  const { agent } = thread
  const said = await askModel({
    model: agent.model.forPurpose('compaction'),
    system:
      'Summarise this conversation between a person and a coding agent, so that the agent can go on from the summary alone: what was asked, what was done and found, with file names and exact values, and what is left.',
    messages: [{ role: 'user', content: messages.map(asText).join('\n\n') }],
    signal,
    silenceMs: agent.silenceMs,
  })
  spend(thread, said.tokens)
  if (said.text === '') throw new Error('the model gave no summary')
  return said.text
}

const asText = ({ role, content }: ModelMessage): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return `${role}: ${text.length > longest ? `${text.slice(0, longest)} […]` : text}`
}
