/** OpenAI Chat Completions, which most other endpoints speak too. */
import { pieces, type WholeAnswer } from './turn.ts'
import { bearer, type SentEvent, type Wire } from './wire.ts'

const stops = { end: 'stop', 'tool-calls': 'tool_calls', length: 'length' } as const

export const openaiChat: Wire = {
  name: 'openai-chat',
  path: /\/chat\/completions$/,
  keyOf: bearer,
  forcedTool: ({ tool_choice: choice }) => (choice as { function?: { name?: string } } | undefined)?.function?.name,
  answer: (answer, model) => ({
    ...head(model, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text === '' ? null : answer.text,
          ...(answer.thinking === '' ? {} : { reasoning_content: answer.thinking }),
          ...(answer.toolCalls.length === 0 ? {} : { tool_calls: calls(answer) }),
        },
        finish_reason: stops[answer.stop],
      },
    ],
    usage: usage(answer),
  }),
  stream: (answer, model) => {
    const chunk = (delta: unknown, finish: string | null = null): SentEvent => ({
      data: { ...head(model, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] },
    })
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(answer.thinking).map((piece) => chunk({ reasoning_content: piece })),
      ...pieces(answer.text).map((piece) => chunk({ content: piece })),
      ...calls(answer).flatMap(({ function: { name, arguments: text }, ...call }, index) => [
        chunk({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] }),
        ...pieces(text).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      chunk({}, stops[answer.stop]),
      { data: { ...head(model, 'chat.completion.chunk'), choices: [], usage: usage(answer) } },
      { data: '[DONE]' },
    ]
  },
  error: (status, message) => ({ error: { message, type: `status_${status}`, param: null, code: null } }),
}

const head = (model: string, object: string) => ({ id: 'chatcmpl-1', object, created: 1_700_000_000, model })
const calls = ({ toolCalls }: WholeAnswer) =>
  toolCalls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
const usage = ({ usage: { input, output, cacheRead, thinking } }: WholeAnswer) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cacheRead },
  completion_tokens_details: { reasoning_tokens: thinking },
})
