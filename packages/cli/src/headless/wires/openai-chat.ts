/** Reads a conversation from a request of the OpenAI Chat Completions API. */
import type { ModelRequest } from '@hookline/models/testing'
import type { Conversation } from '../conversation.ts'

type Content = string | null | readonly { readonly type: string; readonly text?: string }[]
interface Message {
  readonly role: string
  readonly content?: Content
  readonly tool_call_id?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[]
}
interface Body {
  readonly tools?: readonly { readonly function?: { readonly name: string } }[]
  readonly messages?: readonly Message[]
}

function joinText(content: Content = ''): string {
  if (content === null || typeof content === 'string') return content ?? ''
  return content.flatMap(({ text }) => text ?? []).join('\n')
}

const textOf = (messages: readonly Message[], ...roles: readonly string[]): string =>
  messages
    .filter(({ role }) => roles.includes(role))
    .map(({ content }) => joinText(content))
    .join('\n')

/** This format does not mark a tool result as an error, so `isError` recognises it by the agent's own texts. */
export const readOpenaiChat =
  (isError: (text: string, tool: string) => boolean) =>
  ({ body }: ModelRequest): Conversation => {
    // True: agents that use this format send requests of this API.
    const { tools = [], messages = [] } = body as Body
    const received = messages.filter(({ role }) => role !== 'assistant')
    const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls)
    const called = new Map(calls.map(({ id, function: { name } }) => [id, name]))
    const first = messages.findIndex(({ role }) => role === 'assistant')
    const beginning = messages.slice(0, first === -1 ? messages.length : first)
    return {
      answers: messages.length - received.length,
      tools: tools.flatMap(({ function: tool }) => tool?.name ?? []),
      system: textOf(received, 'system', 'developer'),
      // Some agents send reminders of their own before the user's text.
      opening: textOf(beginning, 'user'),
      results: received
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id: callId = '', content }) => {
          const text = joinText(content)
          return { callId, text, isError: isError(text, called.get(callId) ?? '') }
        }),
      text: textOf(received, ...received.map(({ role }) => role)),
    }
  }
