/** Google's Gemini API: `generateContent`, and `streamGenerateContent` with server-sent events. */
import type { JsonObject } from '@hookline/core/protocol'
import { pieces, type SentCall, type WholeAnswer } from './turn.ts'
import type { SentEvent, Wire } from './wire.ts'

const stops = { end: 'STOP', 'tool-calls': 'STOP', length: 'MAX_TOKENS' } as const

export const gemini: Wire = {
  name: 'gemini',
  path: /:(?:generateContent|streamGenerateContent)$/,
  keyOf: ({ 'x-goog-api-key': key }) => (typeof key === 'string' ? key : undefined),
  // The path has the model, and says whether the answer is a stream.
  isStream: (route) => route.endsWith(':streamGenerateContent'),
  modelOf: (route) => /\/models\/([^/:]+):/.exec(route)?.[1] ?? '',
  forcedTool: (body) => readForcedTools(body)[0],
  answer: (answer, model) => response(answer, model, allParts(answer), true),
  stream: (answer, model): readonly SentEvent[] => {
    const parts = [
      ...pieces(answer.thinking).map(thought),
      ...pieces(answer.text).map((text) => ({ text })),
      ...answer.toolCalls.map(functionCall),
    ]
    const chunks = parts.length === 0 ? [{ text: '' }] : parts
    return chunks.map((part, at) => ({ data: response(answer, model, [part], at === chunks.length - 1) }))
  },
  error: (status, message) => ({ error: { code: status, message, status: `STATUS_${status}` } }),
}

function readForcedTools({ toolConfig }: JsonObject): readonly string[] {
  // True: a request of this API has this shape, and a field that is absent is `undefined`.
  const { functionCallingConfig: config } = (toolConfig ?? {}) as {
    functionCallingConfig?: { mode?: string; allowedFunctionNames?: readonly string[] }
  }
  return config?.mode === 'ANY' ? (config.allowedFunctionNames ?? []) : []
}

const thought = (text: string) => ({ text, thought: true })
const functionCall = ({ id, name, input }: SentCall) => ({ functionCall: { id, name, args: input } })

const allParts = ({ thinking, text, toolCalls }: WholeAnswer): readonly JsonObject[] => [
  ...(thinking === '' ? [] : [thought(thinking)]),
  ...(text === '' ? [] : [{ text }]),
  ...toolCalls.map(functionCall),
]

const response = (answer: WholeAnswer, model: string, parts: readonly JsonObject[], isLast: boolean) => ({
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(isLast ? { finishReason: stops[answer.stop] } : {}) },
  ],
  modelVersion: model,
  responseId: 'gemini-1',
  usageMetadata: {
    promptTokenCount: answer.usage.input,
    cachedContentTokenCount: answer.usage.cacheRead,
    candidatesTokenCount: answer.usage.output - answer.usage.thinking,
    thoughtsTokenCount: answer.usage.thinking,
    totalTokenCount: answer.usage.input + answer.usage.output,
  },
})
