/** OpenAI Responses. */
import type { JsonObject } from '@hookline/core/protocol'
import { pieces, type SentCall, type WholeAnswer } from './turn.ts'
import { bearer, type SentEvent, type Wire } from './wire.ts'

export const openaiResponses: Wire = {
  name: 'openai-responses',
  path: /\/responses$/,
  keyOf: bearer,
  forcedTool: ({ tool_choice: choice }) => (choice as { name?: string } | undefined)?.name,
  answer: (answer, model) => response(answer, model),
  stream: (answer, model) => {
    const started = { ...response(answer, model), status: 'in_progress', output: [], usage: null }
    const events: Sent[] = [
      { type: 'response.created', response: started },
      ...items(answer).flatMap((item, at) => [
        { type: 'response.output_item.added', output_index: at, item: item.begun },
        ...item.parts.map((part) => ({ output_index: at, item_id: item.begun.id, ...part })),
        { type: 'response.output_item.done', output_index: at, item: item.done },
      ]),
      {
        type: answer.stop === 'length' ? 'response.incomplete' : 'response.completed',
        response: response(answer, model),
      },
    ]
    return events.map(
      (data, sequence): SentEvent => ({
        event: data.type,
        data: { ...data, sequence_number: sequence },
      }),
    )
  },
  error: (status, message) => ({ error: { message, type: `status_${status}`, param: null, code: null } }),
}

type Sent = { readonly type: string } & JsonObject

const response = (answer: WholeAnswer, model: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  status: answer.stop === 'length' ? 'incomplete' : 'completed',
  model,
  output: items(answer).map(({ done }) => done),
  incomplete_details: answer.stop === 'length' ? { reason: 'max_output_tokens' } : null,
  error: null,
  usage: {
    input_tokens: answer.usage.input,
    input_tokens_details: { cached_tokens: answer.usage.cacheRead },
    output_tokens: answer.usage.output,
    output_tokens_details: { reasoning_tokens: answer.usage.thinking },
    total_tokens: answer.usage.input + answer.usage.output,
  },
})

interface Item {
  readonly begun: { readonly id: string } & JsonObject
  readonly parts: readonly Sent[]
  readonly done: JsonObject
}

function items({ thinking, text, toolCalls }: WholeAnswer): readonly Item[] {
  return [
    ...(thinking === '' ? [] : [reasoning(thinking)]),
    ...(text === '' ? [] : [message(text)]),
    ...toolCalls.map((call, at) =>
      call.text === undefined ? functionCall(`fc_${at + 1}`, call) : customCall(`ctc_${at + 1}`, call, call.text),
    ),
  ]
}

function reasoning(thinking: string): Item {
  const item = { id: 'rs_1', type: 'reasoning', encrypted_content: null }
  return {
    begun: { ...item, summary: [] },
    parts: [
      { type: 'response.reasoning_summary_part.added', summary_index: 0, part: { type: 'summary_text', text: '' } },
      ...pieces(thinking).map((delta) => ({ type: 'response.reasoning_summary_text.delta', summary_index: 0, delta })),
      {
        type: 'response.reasoning_summary_part.done',
        summary_index: 0,
        part: { type: 'summary_text', text: thinking },
      },
    ],
    done: { ...item, summary: [{ type: 'summary_text', text: thinking }] },
  }
}

function message(text: string): Item {
  const item = { id: 'msg_1', type: 'message', role: 'assistant' }
  const part = (output: string) => ({ type: 'output_text', text: output, annotations: [] })
  return {
    begun: { ...item, status: 'in_progress', content: [] },
    parts: [
      { type: 'response.content_part.added', content_index: 0, part: part('') },
      ...pieces(text).map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta })),
      { type: 'response.output_text.done', content_index: 0, text },
      { type: 'response.content_part.done', content_index: 0, part: part(text) },
    ],
    done: { ...item, status: 'completed', content: [part(text)] },
  }
}

function functionCall(id: string, { id: callId, name, namespace, input }: SentCall): Item {
  const item = { id, type: 'function_call', call_id: callId, name, ...(namespace === undefined ? {} : { namespace }) }
  const text = JSON.stringify(input)
  return {
    begun: { ...item, status: 'in_progress', arguments: '' },
    parts: [
      ...pieces(text).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: text },
    ],
    done: { ...item, status: 'completed', arguments: text },
  }
}

function customCall(id: string, call: SentCall, text: string): Item {
  const item = { id, type: 'custom_tool_call', call_id: call.id, name: call.name }
  return {
    begun: { ...item, status: 'in_progress', input: '' },
    parts: [
      ...pieces(text).map((delta) => ({ type: 'response.custom_tool_call_input.delta', delta })),
      { type: 'response.custom_tool_call_input.done', input: text },
    ],
    done: { ...item, status: 'completed', input: text },
  }
}
