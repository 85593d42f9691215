/** Anthropic Messages. */

import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@hookline/core/protocol'
import { pieces, type WholeAnswer } from './turn.ts'
import type { SentEvent, Wire } from './wire.ts'

const stops = { end: 'end_turn', 'tool-calls': 'tool_use', length: 'max_tokens' } as const

export const anthropic: Wire = {
  name: 'anthropic',
  path: /\/messages$/,
  keyOf: (headers) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined),
  forcedTool: ({ tool_choice: choice }) => {
    const { type, name } = (choice ?? {}) as { type?: string; name?: string }
    return type === 'tool' ? name : type === 'any' ? 'json' : undefined
  },
  answer: (answer, model) => ({
    ...head(model),
    content: blocks(answer).map(({ start, whole }) => ({ ...start, ...whole })),
    stop_reason: stops[answer.stop],
    stop_sequence: null,
    usage: usage(answer),
  }),
  stream: (answer, model) => [
    named({
      type: 'message_start',
      message: {
        ...head(model),
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage(answer), output_tokens: 1 },
      },
    }),
    ...blocks(answer).flatMap(({ start, deltas }, index) => [
      named({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ]),
    named({
      type: 'message_delta',
      delta: { stop_reason: stops[answer.stop], stop_sequence: null },
      usage: { output_tokens: answer.usage.output },
    }),
    named({ type: 'message_stop' }),
  ],
  error: (status, message) => ({ type: 'error', error: { type: errorTypes[status] ?? 'api_error', message } }),
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

// Clients treat parts with the same id as one message, so every answer has its own.
const head = (model: string) => ({ id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model })
const named = (data: { readonly type: string } & JsonObject): SentEvent => ({
  event: data.type,
  data,
})
const usage = ({ usage: { input, output, cacheRead, cacheWrite } }: WholeAnswer) => ({
  input_tokens: input - cacheRead - cacheWrite,
  output_tokens: output,
  cache_read_input_tokens: cacheRead,
  cache_creation_input_tokens: cacheWrite,
})

interface Block {
  readonly start: JsonObject
  readonly whole: JsonObject
  readonly deltas: readonly JsonObject[]
}

function blocks({ thinking, text, toolCalls }: WholeAnswer): readonly Block[] {
  const thinkingBlock: Block = {
    start: { type: 'thinking', thinking: '', signature: '' },
    whole: { thinking, signature: 'signed' },
    deltas: [
      ...pieces(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature: 'signed' },
    ],
  }
  const textBlock: Block = {
    start: { type: 'text', text: '' },
    whole: { text },
    deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  }
  const calls = toolCalls.map(
    ({ id, name, input }): Block => ({
      start: { type: 'tool_use', id, name, input: {} },
      whole: { input },
      deltas: pieces(JSON.stringify(input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    }),
  )
  return [...(thinking === '' ? [] : [thinkingBlock]), ...(text === '' ? [] : [textBlock]), ...calls]
}
