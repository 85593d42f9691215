/** Reads a conversation from a request of the OpenAI Responses API. */
import type { ModelRequest } from '@hookline/models/testing'
import type { Conversation } from '../conversation.ts'

type Content = string | readonly { readonly text?: string }[]
interface Item {
  readonly type: string
  readonly role?: string
  readonly content?: Content
  readonly call_id?: string
  readonly output?: Content
}
interface Body {
  readonly instructions?: string
  readonly tools?: readonly { readonly type: string; readonly name?: string }[]
  readonly input?: readonly Item[]
}

const joinText = (content: Content = ''): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')

const isResult = ({ type }: Item): boolean => type.endsWith('_output')
const isReceived = (item: Item): boolean => isResult(item) || (item.type === 'message' && item.role !== 'assistant')

/** `isError`: whether the text of a tool result reports a failure. The format itself does not say so. */
export const readResponses =
  (isError: (text: string) => boolean) =>
  ({ body }: ModelRequest): Conversation => {
    // True: agents that use this format send requests of this API.
    const { instructions = '', tools = [], input = [] } = body as Body
    const received = input.filter(isReceived)
    const firstAnswer = input.findIndex((item) => !isReceived(item))
    const prompts = input.slice(0, firstAnswer === -1 ? undefined : firstAnswer).filter(({ role }) => role === 'user')
    const system = received.filter(({ role }) => role === 'developer' || role === 'system')
    return {
      // One answer can consist of several items, such as several tool calls.
      answers: input.filter((item, at) => !isReceived(item) && (at === 0 || isReceived(input[at - 1] ?? item))).length,
      tools: tools.map(({ name, type }) => name ?? type),
      system: [instructions, ...system.map(({ content }) => joinText(content))].join('\n'),
      // The messages before the last one describe the surroundings.
      opening: joinText(prompts.at(-1)?.content),
      results: received.filter(isResult).map(({ call_id: callId = '', output }) => {
        const text = joinText(output)
        return { callId, text, isError: isError(text) }
      }),
      text: [instructions, ...received.map(({ content, output }) => joinText(content ?? output))].join('\n'),
    }
  }
