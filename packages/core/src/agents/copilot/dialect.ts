/** The dialect of Copilot CLI, as measured on 1.0.102. Its replies are flat, and hold for events in both cases. */

import type { Effect } from '../../flow.ts'
import type { Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { withOwnWords } from '../tool-calls/own-words.ts'
import { createReadRecheck } from '../tool-calls/recheck.ts'
import { createRows } from '../tool-calls/rows.ts'
import { replacedText } from '../tool-calls/tools.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty } from '../values.ts'
import { copilotAgent } from './enforcement.ts'
import { insideSubagent, lowerFirst, ownPayload, usualPayload } from './payloads.ts'
import { copilotCalls } from './tools.ts'

/** Maps Copilot CLI's event names to Hookline's. The names in PascalCase are the ones that Hookline connects. */
export const copilotEvents: Readonly<Record<string, EventName>> = {
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

/** In files, names in camelCase mean the same events. Their payloads have other fields. */
export const copilotFileEvents: Readonly<Record<string, EventName>> = {
  ...Object.fromEntries(Object.entries(copilotEvents).map(([name, ours]) => [lowerFirst(name), ours])),
  userPromptSubmitted: 'beforeSubmitPrompt',
  agentStop: 'stop',
}

export const copilotOnlyEvents: ReadonlySet<string> = new Set([
  ...['PermissionRequest', 'Notification', 'ErrorOccurred', 'permissionRequest', 'notification', 'errorOccurred'],
  ...['userPromptTransformed', 'preMcpToolCall'],
])

export const copilot: Dialect = createToolCallDialect({
  name: 'copilot',
  title: 'Copilot CLI',
  owns: ['copilot-project', 'copilot-user'],
  agent: copilotAgent,
  events: copilotEvents,
  otherEvents: new Set([...copilotOnlyEvents, ...Object.values(insideSubagent)]),
  rows: createRows(copilotCalls),
  tools: copilotCalls,
  projectVariable: 'COPILOT_PROJECT_DIR',
  // The timeout of the entries that `connect` writes.
  patienceMs: () => 600_000,
  hidesVariables: 'CURSOR_',
  refuse: (_message, forAgent) => ({ ...verdict('deny', forAgent), decision: 'block', reason: forAgent }),
  exact: (matcher) => (/^[\w|-]+$/.test(matcher) ? matcher.split('|').filter((word) => word !== '') : undefined),
  anchored: true,
  usualPayload,
  ownPayload,
  decode: withOwnWords(nestedReply),
  // At some events only a reply stops it, and exit code 2 would hide the reply.
  print: (reply) => ({ stdout: `${JSON.stringify(reply)}\n`, exitCode: 0 }),
  sends: ({ sessionId, timestamp }) =>
    typeof sessionId === 'string' && typeof timestamp === 'number' ? true : undefined,
  repeatKey: (name, input) =>
    name === 'subagentStart' ? JSON.stringify([name, input.conversation_id, input.subagent_type]) : undefined,
  recheck: createReadRecheck(newResult),
  fromEffect: (effect, event) => ({ stdout: encodeEffect(effect, event), exitCode: 0 }),
})

/** Its replies are flat, and have names of their own for a rewrite and for the result. */
function nestedReply(reply: JsonObject): JsonObject {
  const { permissionDecision, permissionDecisionReason, modifiedArgs, additionalContext, hookSpecificOutput } = reply
  const flat = dropEmpty({
    permissionDecision,
    permissionDecisionReason,
    updatedInput: modifiedArgs,
    additionalContext,
  })
  if (Object.keys(flat).length === 0) return {}
  return { hookSpecificOutput: { ...flat, ...(isObject(hookSpecificOutput) ? hookSpecificOutput : {}) } }
}

function newResult(text: string): JsonObject {
  return { modifiedResult: { resultType: 'success', textResultForLlm: text } }
}

/** Copilot CLI reads the flat form. VS Code, which runs the hooks of the same files, reads only the nested one. */
function verdict(permissionDecision: 'ask' | 'deny', permissionDecisionReason: string): JsonObject {
  const fields = { permissionDecision, permissionDecisionReason }
  return { ...fields, hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } }
}

function encodeEffect(effect: Effect, event: EventName): JsonObject {
  if (isRefused(effect)) return denialReply(effect, event)
  const { reply, kind } = effect
  if (kind === 'follow-up') return dropEmpty({ decision: 'block', reason: effect.followUp ?? reply.followup_message })
  const replaced = replacedText(effect)
  const asks = kind === 'ask'
  const context = [reply.additional_context, asks ? undefined : reply.agent_message].filter(
    (text) => text !== undefined,
  )
  return {
    ...(asks ? verdict('ask', reply.user_message ?? reply.agent_message ?? 'A hook asks for approval.') : {}),
    ...newInput(effect),
    ...(context.length === 0 ? {} : { additionalContext: context.join('\n\n') }),
    ...(replaced === undefined ? {} : newResult(replaced)),
  }
}

function denialReply(effect: Effect, event: EventName): JsonObject {
  const { user_message: person, agent_message = effect.agentText } = effect.reply
  const model = agent_message ?? person ?? effect.agentMessage ?? 'A hook denied this.'
  switch (event) {
    case 'preToolUse':
      return verdict('deny', model)
    case 'beforeSubmitPrompt':
      return { decision: 'block', reason: person ?? model }
    default:
      return { decision: 'block', reason: model }
  }
}

function newInput({ reply, input }: Effect): JsonObject {
  if (reply.updated_input === undefined) return {}
  // An effect's input is the object of its event.
  return { modifiedArgs: copilotCalls.theirInput((input as JsonObject).tool_name, reply.updated_input) }
}
