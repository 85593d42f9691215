/** Reads a conversation from a request of the Anthropic Messages API. */
import type { ModelRequest } from '@hookline/models/testing'
import type { Conversation, ToolResult } from '../conversation.ts'

interface Block {
  readonly type: string
  readonly text?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly content?: Content
}
type Content = string | readonly Block[]
interface Body {
  readonly system?: Content
  readonly tools?: readonly { readonly name: string }[]
  readonly messages?: readonly { readonly role: string; readonly content: Content }[]
}

const toBlocks = (content: Content): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const joinText = (content: Content = ''): string =>
  toBlocks(content)
    .map((block) => block.text ?? (block.content === undefined ? '' : joinText(block.content)))
    .filter((text) => text !== '')
    .join('\n')

const readResults = (content: Content): readonly ToolResult[] =>
  toBlocks(content)
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({
      callId: block.tool_use_id ?? '',
      text: joinText(block.content),
      isError: block.is_error === true,
    }))

export function readAnthropic({ body }: ModelRequest): Conversation {
  // True: agents that use this format send requests of this API.
  const { system, tools = [], messages = [] } = body as Body
  const received = messages.filter(({ role }) => role !== 'assistant')
  return {
    answers: messages.length - received.length,
    tools: tools.map(({ name }) => name),
    system: joinText(system),
    opening: joinText(received.find(({ role }) => role === 'user')?.content),
    results: received.flatMap(({ content }) => readResults(content)),
    text: [joinText(system), ...received.map(({ content }) => joinText(content))].join('\n'),
  }
}
