/** Operation: search files. Each file with a match passes the gate of reads first: else this were the way round it. */
import { resolve } from 'node:path'
import type { Conversation, Json } from './conversation.ts'
import { perform, signalOf, textIn, told, toolCall } from './perform.ts'
import { type Found, search } from './search.ts'
import type { CallOptions, Told } from './types.ts'

const LIMIT = 200

export async function grep(
  conversation: Conversation,
  pattern: string,
  options: CallOptions & { readonly path?: string; readonly limit?: number } = {},
): Promise<Found & Told> {
  const { cwd } = conversation
  const { limit } = options
  const signal = signalOf(conversation, options.signal)
  const tool_input = { pattern, path: resolve(cwd, options.path ?? '.'), ...(limit === undefined ? {} : { limit }) }
  const act = ({ tool_input: input }: Json) =>
    search({
      pattern: textIn(input as Json, 'pattern', 'Grep'),
      path: resolve(cwd, textIn(input as Json, 'path', 'Grep')),
      limit: limitIn(input as Json),
      signal,
      allowed: (file, content) => allowed(conversation, file, content, signal),
    })
  const made = { ...toolCall(conversation, 'Grep', tool_input, options), act }
  const done = await perform(conversation, made, signal)
  return { ...done.result, ...told(done) }
}

const limitIn = ({ limit }: Json): number =>
  typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : LIMIT

async function allowed(
  conversation: Conversation,
  file_path: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const effect = await conversation.fire('beforeReadFile', { file_path, content, attachments: [] }, signal)
  if (effect.kind !== 'proceed') return undefined
  return String((effect.input as Json).content)
}
