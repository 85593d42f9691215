/** Operation: read a file. The agent gets exactly the text that the hooks saw. */

import { resolve } from 'node:path'
import type { JsonObject } from '../../schema.ts'
import { callOf } from '../../tool-call/call-of.ts'
import type { Conversation } from './conversation.ts'
import { combineSignals, perform, pickContext, readString, withDescription } from './perform.ts'
import { resolveLinks } from './resolve-links.ts'
import { readText } from './text-file.ts'
import type { AddedContext, CallOptions } from './types.ts'

export type ReadOptions = CallOptions & { readonly offset?: number; readonly limit?: number }

export async function readFile(
  conversation: Conversation,
  path: string,
  options: ReadOptions = {},
): Promise<{ readonly content: string } & AddedContext> {
  const { common, cwd } = conversation
  const { offset, limit } = options
  const file_path = resolveLinks(resolve(cwd, path), conversation.host.hooks.roots)
  const base = withDescription(
    conversation,
    callOf('beforeReadFile', { ...common, file_path, content: '', attachments: [] }, options.id, common),
    options,
  )
  const tool_input = {
    file_path,
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  }
  const signal = combineSignals(conversation, options.signal)
  const made = {
    ...base,
    fields: (toolInput: JsonObject | undefined) => base.fields(toolInput ?? tool_input),
    gate: {
      event: 'beforeReadFile' as const,
      input: (toolInput: JsonObject | undefined) => readForGate(conversation, toolInput ?? tool_input),
    },
    act: (input: JsonObject) => ({ content: String(input.content) }),
  }
  const done = await perform(conversation, made, signal)
  return { ...done.result, ...pickContext(done) }
}

/** Reads the file once: after the generic gate, which may name another file, and before the gate that checks the text. */
function readForGate({ common, cwd, host }: Conversation, toolInput: JsonObject): JsonObject {
  const file_path = resolveLinks(resolve(cwd, readString(toolInput, 'file_path', 'Read')), host.hooks.roots)
  const content = selectLines(readText(file_path), readNumber(toolInput, 'offset'), readNumber(toolInput, 'limit'))
  return { ...common, file_path, content, attachments: [] }
}

function readNumber(input: JsonObject, name: string): number | undefined {
  const value = input[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw new RangeError(`Read cannot run: ${name} must be an integer above 0`)
}

/** `limit` lines from line `offset` (the first is 1), with their line ends. */
function selectLines(text: string, offset = 1, limit = Number.POSITIVE_INFINITY): string {
  let from = 0
  for (let line = 1; line < offset; line++) {
    const next = text.indexOf('\n', from)
    if (next === -1) return ''
    from = next + 1
  }
  let to = from
  for (let line = 0; line < limit && to < text.length; line++) {
    const next = text.indexOf('\n', to)
    to = next === -1 ? text.length : next + 1
  }
  return text.slice(from, to)
}
