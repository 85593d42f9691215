/** The dialect of VS Code's agent mode, for its own agent. It has Claude Code's events and nested replies, with names and arguments of its own. */

import type { Effect } from '../../flow.ts'
import type { AgentTable, Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { createToolCallDialect, usualNames } from '../tool-calls/dialect.ts'
import { reasonFor } from '../tool-calls/exit-code.ts'
import { createRows } from '../tool-calls/rows.ts'
import { otherTools } from '../tool-tables.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty, textOf } from '../values.ts'
import { vscodeCalls, vscodeToolRows } from './tools.ts'

export const vscodeEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  UserPromptSubmit: 'beforeSubmitPrompt',
  Stop: 'stop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  SessionStart: 'sessionStart',
  PreCompact: 'preCompact',
}
export const vscodeOnlyEvents: ReadonlySet<string> = new Set(['ErrorOccurred'])
const names = usualNames(vscodeEvents)

const table: AgentTable = {
  title: 'VS Code',
  tools: otherTools(vscodeToolRows),
  notice: { field: 'systemMessage', reader: 'person' },
  rows: {
    preToolUse: { refusal: 'stops', ask: 'asks', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops', ask: 'asks' },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    beforeReadFile: { refusal: 'stops' },
    // SubagentStart ignores denials; PreToolUse of the tool that starts the subagent does not.
    subagentStart: {
      refusal: ({ subagent_id }) => (subagent_id == null ? 'stops' : 'later'),
      needs: ['PreToolUse'],
    },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['UserPromptSubmit', 'PreToolUse'] },
  },
}

const { sessionEnd: _end, postToolUseFailure: _failure, ...usual } = createRows(vscodeCalls)
/** Matchers are read and ignored: every hook runs for every tool. */
const rows = Object.fromEntries(Object.entries(usual).map(([name, row]) => [name, { ...row, subjects: () => null }]))

export const vscode: Dialect = createToolCallDialect({
  name: 'vscode',
  title: 'VS Code',
  owns: ['copilot-project', 'copilot-user', 'claude-local', 'claude-project', 'claude-user'],
  agent: table,
  events: vscodeEvents,
  otherEvents: vscodeOnlyEvents,
  rows,
  tools: vscodeCalls,
  patienceMs: () => 30_000,
  sends,
  usualPayload,
  ownPayload: ({ permission_mode: _, prompt_id: __, ...payload }) => ({
    timestamp: '1970-01-01T00:00:00.000Z',
    ...payload,
  }),
  refuse: (message, forAgent) => ({ decision: 'block', reason: forAgent, systemMessage: message }),
  fromEffect: (effect, event) => ({ stdout: replyTo(effect, event), exitCode: 0 }),
  repeatKey: (name, input) =>
    name === 'subagentStart' ? JSON.stringify([name, input.conversation_id, input.subagent_type]) : undefined,
})

/**
 * Copilot CLI runs the same file and sends the same fields, except that its tool calls have no id and its stops have a reason. At a
 * prompt nothing distinguishes the two, and both read the same reply.
 */
function sends(payload: JsonObject): boolean | undefined {
  const { timestamp, hook_event_name, hookEventName, tool_use_id, tool_name, transcript_path, permission_mode } =
    payload
  if (typeof timestamp !== 'string' || permission_mode !== undefined || payload.cursor_version !== undefined)
    return undefined
  const event = textOf(hook_event_name) ?? textOf(hookEventName) ?? ''
  if (!Object.hasOwn(vscodeEvents, event)) return undefined
  const isOwnTool = typeof tool_name === 'string' && Object.hasOwn(vscodeToolRows, tool_name)
  const isOwnStop = (event === 'Stop' || event === 'SubagentStop') && payload.stop_reason === undefined
  const isOwnPath = /[\\/](?:workspaceStorage|globalStorage)[\\/]/.test(textOf(transcript_path) ?? '')
  return tool_use_id !== undefined || isOwnTool || isOwnStop || isOwnPath || hookEventName !== undefined
    ? true
    : undefined
}

/** Its documents of early 2026 write these fields in camelCase. */
function usualPayload(payload: JsonObject): JsonObject {
  const { sessionId, hookEventName, transcriptPath, ...rest } = payload
  return {
    ...dropEmpty({ session_id: sessionId, hook_event_name: hookEventName, transcript_path: transcriptPath }),
    ...rest,
  }
}

function replyTo(effect: Effect, event: EventName): JsonObject {
  const { reply, kind } = effect
  if (isRefused(effect)) return denialReply(effect, event)
  // A stop reads these two fields only here.
  if (kind === 'follow-up')
    return nested(event, { decision: 'block', reason: effect.followUp ?? reply.followup_message })
  const asks = kind === 'ask'
  const context = [reply.additional_context, asks ? undefined : reply.agent_message].filter(
    (text) => text !== undefined,
  )
  return {
    ...dropEmpty({ systemMessage: asks ? undefined : reply.user_message }),
    ...nested(event, {
      ...(asks
        ? { permissionDecision: 'ask', permissionDecisionReason: reply.user_message ?? reply.agent_message }
        : {}),
      updatedInput: newInput(effect),
      additionalContext: context.length === 0 ? undefined : context.join('\n\n'),
    }),
  }
}

/** It drops an input that lacks a field of the tool's schema, and runs the original. So fields that the hook left out stay. */
function newInput({ reply, input, originalInput }: Effect): JsonObject | undefined {
  if (reply.updated_input === undefined) return undefined
  // An effect's input is the object of its event.
  const [{ tool_name }, before] = [input as JsonObject, (originalInput ?? {}) as JsonObject]
  const given = isObject(before.tool_input) ? before.tool_input : {}
  return vscodeCalls.theirInput(tool_name, { ...given, ...reply.updated_input })
}

function denialReply(effect: Effect, event: EventName): JsonObject {
  const person = effect.reply.user_message ?? effect.because.message
  const reason = reasonFor(effect)
  const systemMessage = person === reason ? undefined : person
  if (effect.unenforced !== undefined) return { systemMessage: person }
  if (event === 'preToolUse')
    return {
      ...dropEmpty({ systemMessage }),
      ...nested(event, { permissionDecision: 'deny', permissionDecisionReason: reason }),
    }
  return { ...dropEmpty({ systemMessage }), decision: 'block', reason }
}

function nested(event: EventName, fields: JsonObject): JsonObject {
  const present = dropEmpty(fields)
  return Object.keys(present).length === 0 ? {} : { hookSpecificOutput: { hookEventName: names[event], ...present } }
}
