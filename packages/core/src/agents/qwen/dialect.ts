/**
 * The dialect of Qwen Code, as measured on 0.24.4. It uses Claude Code's words with tools of its own, but it applies no rewrite
 * of a call, ignores most context, and lets a later hook's allow override an earlier deny.
 */

import type { Effect } from '../../flow.ts'
import type { Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { createReadRecheck } from '../tool-calls/recheck.ts'
import { createRows } from '../tool-calls/rows.ts'
import { replacedText } from '../tool-calls/tools.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty, textOf } from '../values.ts'
import { qwenAgent } from './enforcement.ts'
import { qwenCalls, readResponse, readShellText } from './tools.ts'

/** Maps Qwen Code's event names to Hookline's. */
export const qwenEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  UserPromptSubmit: 'beforeSubmitPrompt',
  Stop: 'stop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  PreCompact: 'preCompact',
}

/** After the tools of a turn it reports a prompt again, without any text of the person. */
const CONTINUATION = 'UserPromptSubmit without a prompt'

export const qwenOnlyEvents: ReadonlySet<string> = new Set([
  ...['PostToolBatch', 'Notification', 'UserPromptExpansion', 'MessageDisplay', 'PostCompact', 'SessionDelete'],
  ...['PermissionRequest', 'PermissionDenied', 'StopFailure', 'TodoCreated', 'TodoCompleted', 'InstructionsLoaded'],
])

export const qwen: Dialect = createToolCallDialect({
  name: 'qwen',
  title: 'Qwen Code',
  owns: ['qwen-project', 'qwen-user'],
  agent: qwenAgent,
  events: qwenEvents,
  otherEvents: new Set([...qwenOnlyEvents, CONTINUATION]),
  rows: createRows(qwenCalls),
  tools: qwenCalls,
  projectVariable: 'QWEN_PROJECT_DIR',
  // The timeout of the entries that `connect` writes.
  patienceMs: () => 600_000,
  hidesVariables: 'CURSOR_',
  refuse: (message, forAgent) => ({
    decision: 'block',
    reason: forAgent,
    continue: false,
    stopReason: forAgent,
    systemMessage: message,
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: forAgent },
  }),
  usualPayload,
  // At some events only a reply stops it, and exit code 2 would hide the reply.
  print: (reply) => ({ stdout: `${JSON.stringify(reply)}\n`, exitCode: 0 }),
  sends: ({ transcript_path }) =>
    /[\\/]\.qwen[\\/]projects[\\/]/.test(textOf(transcript_path) ?? '') ? true : undefined,
  repeatKey: (name, input) =>
    name === 'subagentStart' ? JSON.stringify([name, input.conversation_id, input.subagent_type]) : undefined,
  recheck: createReadRecheck((content) => ({ continue: false, stopReason: content })),
  fromEffect: (effect, event) => ({ stdout: encodeEffect(effect, event), exitCode: 0 }),
})

function usualPayload(payload: JsonObject): JsonObject {
  const { hook_event_name: event, tool_name: tool, tool_response: response, error } = payload
  if (event === 'UserPromptSubmit' && payload.prompt === '' && payload.submitted_prompt === undefined)
    return { ...payload, hook_event_name: CONTINUATION }
  if (response !== undefined) return { ...payload, tool_response: readResponse(tool, response) }
  if (tool !== 'run_shell_command' || typeof error !== 'string') return payload
  const { output, exitCode } = readShellText(error)
  // A failed command is reported as Claude Code does: the exit code, and what the command printed.
  return exitCode === undefined ? payload : { ...payload, error: `Exit code ${exitCode}\n${output}` }
}

function encodeEffect(effect: Effect, event: EventName): JsonObject {
  if (isRefused(effect)) return denialReply(effect, event)
  const { reply, kind } = effect
  if (kind === 'follow-up') return dropEmpty({ decision: 'block', reason: effect.followUp ?? reply.followup_message })
  const replaced = replacedText(effect)
  // A result is replaced only by this field, and the model gets its text.
  if (replaced !== undefined) return { continue: false, stopReason: replaced }
  if (kind === 'ask') return verdict('ask', reply.user_message ?? reply.agent_message ?? 'A hook asks for approval.')
  const context = [reply.additional_context, reply.agent_message].filter((text) => text !== undefined)
  return {
    ...dropEmpty({ systemMessage: reply.user_message }),
    ...(context.length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: theirNames[event], additionalContext: context.join('\n\n') } }),
  }
}

const theirNames: Readonly<Partial<Record<EventName, string>>> = Object.fromEntries(
  Object.entries(qwenEvents).map(([theirs, ours]) => [ours, theirs]),
)

/** A later hook that allows overrides the verdict, and even exit code 2. Then `continue: false` still stops the call. */
const verdict = (permissionDecision: 'deny' | 'ask', reason: string): JsonObject => ({
  ...(permissionDecision === 'deny' ? { decision: 'block', reason } : {}),
  continue: false,
  stopReason: reason,
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: reason },
})

function denialReply(effect: Effect, event: EventName): JsonObject {
  const { user_message: person, agent_message = effect.agentText } = effect.reply
  const { message } = effect.because
  const model = agent_message ?? person ?? effect.agentMessage
  const systemMessage = person ?? (agent_message === undefined ? message : undefined)
  switch (event) {
    case 'preToolUse':
      return { ...verdict('deny', model ?? 'A hook denied this.'), ...dropEmpty({ systemMessage }) }
    case 'beforeSubmitPrompt':
      return { decision: 'block', reason: person ?? model ?? message }
    default:
      return dropEmpty({ continue: false, stopReason: model ?? 'A hook denied this.', systemMessage })
  }
}
