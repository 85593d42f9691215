/** Translates the tools of a question, the model's calls and their results to the form of the AI SDK. */
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
} from '@ai-sdk/provider'
import type { ModelCall, ModelTool, ModelTurn } from '@hookline/core'

/** The model must call a tool: `mustCall`, or any of them. */
export const toolOptions = (
  tools: readonly ModelTool[],
  mustCall: string | undefined,
): Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'> => ({
  tools: tools.map(
    ({ name, description, input }): LanguageModelV3FunctionTool => ({
      type: 'function',
      name,
      description,
      // A JSON Schema, as the port says.
      inputSchema: input as LanguageModelV3FunctionTool['inputSchema'],
    }),
  ),
  toolChoice: mustCall === undefined ? { type: 'required' } : { type: 'tool', toolName: mustCall },
})

export const readCalls = (content: readonly LanguageModelV3Content[]): readonly ModelCall[] =>
  content.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, input: parse(part.input) }] : [],
  )

/** A cut answer may end inside the input of a call. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const turnMessages = (turns: readonly ModelTurn[]): LanguageModelV3Message[] =>
  turns.flatMap(({ reply, results }): LanguageModelV3Message[] => [
    // `reply` is the content of an earlier answer of this file.
    { role: 'assistant', content: (reply as readonly LanguageModelV3Content[]).flatMap(toPart) },
    {
      role: 'tool',
      content: results.map(({ id, name, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'text', value: text },
      })),
    },
  ])

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number]

/** Providers require their own facts back, such as the signature of a thought. */
function toPart(part: LanguageModelV3Content): AssistantPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning' && part.type !== 'tool-call') return []
  const { providerMetadata } = part
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
  if (part.type !== 'tool-call') return [{ type: part.type, text: part.text, ...options }]
  const { toolCallId, toolName, input } = part
  return [{ type: 'tool-call', toolCallId, toolName, input: parse(input) ?? {}, ...options }]
}
