/** The six event forms of S4, translated in both directions (CONTRACT §12). Fields that S4 lacks are dropped or get a safe default. */

import { dropEmpty, numberOf, parseJson, textOf } from '../../agents/values.ts'
import type { EncodeContext } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { lineChanges, noChanges, sumChanges } from './line-changes.ts'

export interface SummaryShape {
  /** S4's name for the event. */
  readonly name: string
  /** A payload without an event name has this form if it has one of these fields. */
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
        attachments: files.map(({ path, content }) => dropEmpty({ type: 'file', file_path: path, content })),
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
      ...dropEmpty({ duration_ms: input.duration }),
    }),
    decode: ({ tool, result, duration_ms }) => ({
      tool_name: tool,
      tool_input: '{}',
      result_json: JSON.stringify(result ?? null),
      ...dropEmpty({ duration: duration_ms }),
    }),
  },
  afterFileEdit: {
    name: 'AfterFileEdit',
    marks: ['file', 'changes'],
    encode: (input) => ({ file: input.file_path, changes: changesOf(input) }),
    // The counts are kept, because the edits are missing, so that a hook gets the same input again.
    decode: ({ file, changes }) => ({ file_path: file, edits: [], ...dropEmpty({ changes }) }),
  },
  afterAgentResponse: {
    name: 'AfterAgentResponse',
    marks: ['response'],
    encode: (input) => ({
      response: input.text,
      ...dropEmpty({ model: input.model, tokens: input.output_tokens, duration_ms: input.duration_ms }),
    }),
    decode: ({ response, model, tokens, duration_ms }) => ({
      text: response,
      ...dropEmpty({ model, output_tokens: tokens, duration_ms }),
    }),
  },
  stop: {
    name: 'Stop',
    marks: ['reason', 'total_turns'],
    encode: (input, { session }) =>
      dropEmpty({
        // An unknown status has no reason, and `dropEmpty` removes it.
        reason: reasons[input.status as keyof typeof reasons],
        total_turns: session.generations > 0 ? session.generations : input.total_turns,
      }),
    decode: ({ reason, total_turns }) => {
      const word = reason ?? 'complete'
      const status = typeof word === 'string' && Object.hasOwn(statuses, word) ? statuses[word] : undefined
      if (status === undefined) return { unknown: `stop has no reason ${JSON.stringify(word)}` }
      return { status, ...dropEmpty({ total_turns }) }
    },
  },
}

function contextOf(input: JsonObject, { readText }: EncodeContext): JsonObject {
  const roots = Array.isArray(input.workspace_roots) ? input.workspace_roots : []
  const attached = Array.isArray(input.attachments) ? input.attachments.filter(isObject) : []
  const files = attached
    .filter(({ type, file_path }) => type !== 'rule' && typeof file_path === 'string')
    .map(({ file_path, content }) => dropEmpty({ path: file_path, content: content ?? readText?.(String(file_path)) }))
  if (files.length === 0 && roots.length === 0) return {}
  return { context: { files, ...dropEmpty({ workspaceFolder: roots[0] }) } }
}

/** `params` is always an object. Any other value is wrapped as `{ input: value }`. */
function paramsOf(text: unknown): JsonObject {
  const value = parseJson(text)
  if (isObject(value)) return value
  return text === undefined ? {} : { input: value === undefined ? text : value }
}

/** An object, text or null. MCP's `isError` becomes `success`. */
function resultOf(text: unknown): JsonObject | string | null {
  const value = parseJson(text)
  if (value === null || typeof value === 'string') return value
  if (!isObject(value)) return textOf(text) ?? null
  if (typeof value.isError !== 'boolean' || value.success !== undefined) return value
  return value.isError
    ? { success: false, ...dropEmpty({ error: errorIn(value) }), ...value }
    : { success: true, ...value }
}

function errorIn({ content }: JsonObject): string | undefined {
  const parts = Array.isArray(content) ? content.filter(isObject).flatMap((part) => textOf(part.text) ?? []) : []
  return parts.length === 0 ? undefined : parts.join('\n')
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
