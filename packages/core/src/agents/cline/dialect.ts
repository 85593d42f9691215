/** The dialect of Cline. An event has its fields in an object with the name of the event, and a refusal cancels the whole task. */

import type { Effect } from '../../flow.ts'
import type { AgentTable, Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { isStopped, reasonFor } from '../tool-calls/exit-code.ts'
import { withOwnWords } from '../tool-calls/own-words.ts'
import { createRows, type TranslatedEvents } from '../tool-calls/rows.ts'
import { otherTools } from '../tool-tables.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty, parseJson, textOf } from '../values.ts'
import { clineEvents, clineOnlyEvents, clineSources } from './names.ts'
import { clineCalls, clineMcp, clineToolRows, MCP } from './tools.ts'

const table: AgentTable = {
  title: 'Cline',
  tools: otherTools(clineToolRows),
  rows: {
    preToolUse: { refusal: 'stops' },
    beforeShellExecution: { refusal: 'stops' },
    beforeMCPExecution: { refusal: 'stops' },
    beforeReadFile: { refusal: 'stops' },
    subagentStart: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'stops' },
  },
}

const usual = createRows(clineCalls)
/** It has no matchers. */
const subjects = () => null
const rows: TranslatedEvents = {
  ...(usual.preToolUse && { preToolUse: { ...usual.preToolUse, subjects } }),
  ...(usual.postToolUse && { postToolUse: { ...usual.postToolUse, subjects } }),
  ...(usual.beforeSubmitPrompt && { beforeSubmitPrompt: { ...usual.beforeSubmitPrompt, subjects } }),
  ...(usual.preCompact && { preCompact: { ...usual.preCompact, subjects } }),
  sessionStart: {
    theirs: () => ({}),
    ours: ({ hook_event_name }) => ({
      is_background_agent: false,
      source: hook_event_name === 'TaskResume' ? 'resume' : 'startup',
    }),
    subjects,
  },
  stop: {
    theirs: () => ({}),
    ours: ({ hook_event_name }) => ({
      status: hook_event_name === 'TaskCancel' ? 'aborted' : 'completed',
      loop_count: 0,
    }),
    subjects,
  },
}

const base = createToolCallDialect({
  name: 'cline',
  title: 'Cline',
  owns: clineSources.map(({ name }) => name),
  agent: table,
  events: clineEvents,
  otherEvents: clineOnlyEvents,
  rows,
  tools: clineCalls,
  patienceMs: () => 30_000,
  sends: ({ hookName, clineVersion }) => typeof hookName === 'string' && typeof clineVersion === 'string',
  directories: ({ workspaceRoots }) => ({ workspace_roots: workspaceRoots }),
  common: {
    ours: ({ session_id, workspace_roots, model, user_id }) =>
      dropEmpty({ conversation_id: session_id, session_id, workspace_roots, model, user_id }),
    theirs: ({ conversation_id, session_id, workspace_roots, model }) => ({
      session_id: session_id ?? conversation_id,
      workspace_roots,
      ...dropEmpty({ model }),
    }),
  },
  usualPayload,
  ownPayload,
  decode: withOwnWords(usualReply),
  refuse: (message) => ({ cancel: true, errorMessage: message }),
  isNo: ({ cancel }) => cancel === true,
  fromEffect: (effect, event) => ({ stdout: replyTo(effect, event), exitCode: 0 }),
})

export const cline: Dialect = {
  ...base,
  firedBy: (name) => (name === 'postToolUseFailure' ? ['PostToolUse'] : (base.firedBy?.(name) ?? [])),
  toEvent(payload) {
    const found = base.toEvent(payload)
    const failed = isObject(payload.postToolUse) && payload.postToolUse.success === false
    if (!failed || !('name' in found) || usual.postToolUseFailure === undefined) return found
    const name: EventName = 'postToolUseFailure'
    const { tool_output: _, ...input } = found.input
    const fields = usual.postToolUseFailure.ours(usualPayload(payload))
    return { name, input: { ...input, ...dropEmpty(fields), hook_event_name: name } }
  },
}

/** `review` and `overrideInput` are words of its SDK. */
function usualReply({ cancel, errorMessage, contextModification, review, overrideInput }: JsonObject): JsonObject {
  if (cancel === true) return dropEmpty({ decision: 'block', reason: errorMessage })
  const nested = dropEmpty({
    ...(review === true ? { permissionDecision: 'ask', permissionDecisionReason: errorMessage } : {}),
    updatedInput: overrideInput,
    additionalContext: contextModification,
  })
  return Object.keys(nested).length === 0 ? {} : { hookSpecificOutput: nested }
}

/** `PreToolUse` has its fields in `preToolUse`. */
const holderOf = (event: string): string => event.slice(0, 1).toLowerCase() + event.slice(1)

function usualPayload(payload: JsonObject): JsonObject {
  const { hookName, taskId, workspaceRoots, model } = payload
  const event = textOf(hookName)
  const holder = payload[holderOf(event ?? '')]
  const fields = isObject(holder) ? holder : {}
  const roots: readonly unknown[] = Array.isArray(workspaceRoots) ? workspaceRoots : []
  const { toolName, parameters, result, executionTimeMs, prompt, trigger } = fields
  return dropEmpty({
    hook_event_name: event,
    session_id: taskId,
    workspace_roots: Array.isArray(workspaceRoots) ? workspaceRoots : undefined,
    cwd: roots[0],
    model: isObject(model) ? model.slug : undefined,
    ...(toolName === undefined ? {} : callOf(toolName, parameters)),
    tool_response: result,
    error: result,
    duration_ms: executionTimeMs === undefined ? undefined : Number(executionTimeMs),
    prompt,
    trigger: holderOf(event ?? '') === 'preCompact' ? (trigger ?? 'auto') : undefined,
  })
}

/** The arguments of an MCP call are JSON text. Text that is not JSON stays, so that hooks see all of it. */
function callOf(toolName: unknown, parameters: unknown): JsonObject {
  const given = isObject(parameters) ? parameters : {}
  if (toolName !== MCP) return { tool_name: toolName, tool_input: parameters ?? {} }
  const { server_name, tool_name, arguments: text } = given
  const read = parseJson(text)
  return {
    tool_name: clineMcp.write(textOf(server_name) ?? '', textOf(tool_name) ?? ''),
    tool_input: isObject(read) ? read : text === undefined ? {} : { arguments: text },
  }
}

function ownPayload(payload: JsonObject): JsonObject {
  const { hook_event_name, session_id, workspace_roots, model, tool_name, tool_input, tool_response, prompt, trigger } =
    payload
  const event = textOf(hook_event_name) ?? ''
  const [kind, server_name, mcpTool] = (textOf(tool_name) ?? '').split('\n')
  const parameters =
    kind === MCP
      ? { server_name, tool_name: mcpTool, arguments: JSON.stringify(tool_input) }
      : Object.fromEntries(
          Object.entries(isObject(tool_input) ? tool_input : {}).map(([key, value]) => [key, asText(value)]),
        )
  const call = tool_name === undefined ? {} : { toolName: kind, parameters }
  const result = tool_response === undefined ? {} : { result: asText(tool_response), success: true }
  return {
    clineVersion: '',
    hookName: event,
    taskId: session_id,
    workspaceRoots: workspace_roots ?? [],
    ...dropEmpty({ model: model === undefined ? undefined : { slug: model } }),
    [holderOf(event)]: dropEmpty({ ...call, ...result, prompt, trigger }),
  }
}
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The person reads the message. The task has ended, so no model does. */
function replyTo(effect: Effect, event: EventName): JsonObject {
  const { reply } = effect
  if (isStopped(effect, event)) return { cancel: true, errorMessage: reply.user_message ?? reasonFor(effect) }
  const context = isRefused(effect) ? [] : [reply.additional_context, reply.agent_message].flatMap((text) => text ?? [])
  return dropEmpty({
    cancel: false,
    contextModification: context.length === 0 ? undefined : context.join('\n\n'),
    errorMessage: reply.user_message,
  })
}
