/** S4's six shapes, each from our input and back (CONTRACT §12). What S4 lacks is left out or has a safe filler. */

import { given, numberOf, parsed, textOf } from '../../agents/values.ts'
import type { EncodeContext } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { lineChanges, noChanges, sumChanges } from './line-changes.ts'

export interface SummaryShape {
  /** S4's name for the event. */
  readonly name: string
  /** A payload without a name is of this shape when it has one of these fields. */
  readonly marks: readonly string[]
  readonly encode: (input: JsonObject, context: EncodeContext) => JsonObject
  readonly decode: (payload: JsonObject) => JsonObject | { readonly unknown: string }
}

const reasons = { completed: 'complete', aborted: 'user_exit', error: 'error' } as const
const statuses: Readonly<Record<string, string>> = {
  complete: 'completed',
  user_exit: 'aborted',
  error: 'error',
  timeout: 'error',
}

export const summaryShapes: Readonly<Partial<Record<EventName, SummaryShape>>> = {
  beforeSubmitPrompt: {
    name: 'BeforeSubmitPrompt',
    marks: ['prompt'],
    encode: (input, context) => ({ prompt: input.prompt, ...contextOf(input, context) }),
    decode: (payload) => {
      const context = isObject(payload.context) ? payload.context : {}
      const root = textOf(context.workspaceFolder)
      const files = Array.isArray(context.files) ? context.files.filter(isObject) : []
      return {
        prompt: payload.prompt,
        attachments: files.map(({ path, content }) => given({ type: 'file', file_path: path, content })),
        ...(root === undefined ? {} : { workspace_roots: [root] }),
      }
    },
  },
  beforeMCPExecution: {
    name: 'BeforeMCPExecution',
    marks: ['params'],
    encode: (input) => ({ tool: input.tool_name, params: paramsOf(input.tool_input) }),
    decode: ({ tool, params }) => ({ tool_name: tool, tool_input: JSON.stringify(params ?? {}) }),
  },
  afterMCPExecution: {
    name: 'AfterMCPExecution',
    marks: ['result', 'tool'],
    encode: (input) => ({
      tool: input.tool_name,
      result: resultOf(input.result_json),
      ...given({ duration_ms: input.duration }),
    }),
    decode: ({ tool, result, duration_ms }) => ({
      tool_name: tool,
      tool_input: '{}',
      result_json: JSON.stringify(result ?? null),
      ...given({ duration: duration_ms }),
    }),
  },
  afterFileEdit: {
    name: 'AfterFileEdit',
    marks: ['file', 'changes'],
    encode: (input) => ({ file: input.file_path, changes: changesOf(input) }),
    // The counts are kept beside the edits they no longer have, so that such a hook is fed the same again.
    decode: ({ file, changes }) => ({ file_path: file, edits: [], ...given({ changes }) }),
  },
  afterAgentResponse: {
    name: 'AfterAgentResponse',
    marks: ['response'],
    encode: (input) => ({
      response: input.text,
      ...given({ model: input.model, tokens: input.output_tokens, duration_ms: input.duration_ms }),
    }),
    decode: ({ response, model, tokens, duration_ms }) => ({
      text: response,
      ...given({ model, output_tokens: tokens, duration_ms }),
    }),
  },
  stop: {
    name: 'Stop',
    marks: ['reason', 'total_turns'],
    encode: (input, { session }) =>
      given({
        reason: reasons[input.status as keyof typeof reasons],
        total_turns: session.generations > 0 ? session.generations : input.total_turns,
      }),
    decode: ({ reason, total_turns }) => {
      const word = reason ?? 'complete'
      const status = typeof word === 'string' && Object.hasOwn(statuses, word) ? statuses[word] : undefined
      if (status === undefined) return { unknown: `stop has no reason ${JSON.stringify(word)}` }
      return { status, ...given({ total_turns }) }
    },
  },
}

function contextOf(input: JsonObject, { readText }: EncodeContext): JsonObject {
  const roots = Array.isArray(input.workspace_roots) ? input.workspace_roots : []
  const attached = Array.isArray(input.attachments) ? input.attachments.filter(isObject) : []
  const files = attached
    .filter(({ type, file_path }) => type !== 'rule' && typeof file_path === 'string')
    .map(({ file_path, content }) => given({ path: file_path, content: content ?? readText?.(file_path as string) }))
  if (files.length === 0 && roots.length === 0) return {}
  return { context: { files, ...given({ workspaceFolder: roots[0] }) } }
}

/** `params` is always an object; what is none is handed over under `input`. */
function paramsOf(text: unknown): JsonObject {
  const value = parsed(text)
  if (isObject(value)) return value
  return text === undefined ? {} : { input: value === undefined ? text : value }
}

/** An object, text or null. `isError` is MCP's own way to say what S4 calls `success`. */
function resultOf(text: unknown): JsonObject | string | null {
  const value = parsed(text)
  if (value === null || typeof value === 'string') return value
  if (!isObject(value)) return textOf(text) ?? null
  if (typeof value.isError !== 'boolean' || value.success !== undefined) return value
  return value.isError ? { success: false, ...given({ error: errorIn(value) }), ...value } : { success: true, ...value }
}

function errorIn({ content }: JsonObject): string | undefined {
  const texts = Array.isArray(content) ? content.filter(isObject).flatMap((part) => textOf(part.text) ?? []) : []
  return texts.length === 0 ? undefined : texts.join('\n')
}

function changesOf(input: JsonObject): JsonObject {
  const edits = Array.isArray(input.edits) ? input.edits.filter(isObject) : []
  if (edits.length === 0 && isObject(input.changes)) {
    const { added, removed, modified } = input.changes
    return { added: numberOf(added) ?? 0, removed: numberOf(removed) ?? 0, modified: numberOf(modified) ?? 0 }
  }
  const each = edits.map((edit) => lineChanges(textOf(edit.old_string) ?? '', textOf(edit.new_string) ?? ''))
  return { ...each.reduce(sumChanges, noChanges) }
}
