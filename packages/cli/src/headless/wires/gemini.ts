/** Reads a conversation from a request of the Gemini API. */
import type { ModelRequest } from '@hookline/models/testing'
import type { Conversation, ToolResult } from '../conversation.ts'

interface Part {
  readonly text?: string
  readonly functionResponse?: {
    readonly id?: string
    readonly response?: { readonly output?: unknown; readonly error?: unknown }
  }
}
interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}
interface Body {
  readonly systemInstruction?: Content
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
  readonly contents?: readonly Content[]
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const readResults = ({ parts = [] }: Content): readonly ToolResult[] =>
  parts.flatMap(({ functionResponse }) => {
    if (functionResponse === undefined) return []
    const { output, error, ...others } = functionResponse.response ?? {}
    const text = toText(error ?? output ?? others)
    return [{ callId: functionResponse.id ?? '', text, isError: error !== undefined }]
  })

const joinText = (content: Content | undefined): string =>
  [...(content?.parts ?? []).map(({ text = '' }) => text), ...readResults(content ?? {}).map(({ text }) => text)]
    .filter((text) => text !== '')
    .join('\n')

export function readGemini({ body }: ModelRequest): Conversation {
  // True: agents that use this format send requests of this API.
  const { systemInstruction, tools = [], contents = [] } = body as Body
  const received = contents.filter(({ role }) => role !== 'model')
  return {
    answers: contents.length - received.length,
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    system: joinText(systemInstruction),
    opening: joinText(received[0]),
    results: received.flatMap(readResults),
    text: [joinText(systemInstruction), ...received.map(joinText)].join('\n'),
  }
}
