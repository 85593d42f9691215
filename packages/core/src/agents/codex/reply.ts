/**
 * Translates the merged decision to Codex's reply. Codex drops a reply with a key that it does not expect at the event, and then
 * runs the tool, so each event has its own fields. All of this is measured on 0.166.0.
 */

import type { Effect } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { theirContent } from '../tool-calls/tools.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty, textOf } from '../values.ts'
import { codexNames } from './events.ts'
import { codexCalls } from './tools.ts'

/** How a denial is expressed. At other events Codex goes on whatever the reply says, so the person gets a message. */
const refusals: Readonly<Partial<Record<EventName, 'verdict' | 'block' | 'end'>>> = {
  preToolUse: 'verdict',
  beforeSubmitPrompt: 'block',
  sessionStart: 'end',
}

/** Events whose reply may have context for the model. */
const withContext: ReadonlySet<EventName> = new Set([
  ...(['preToolUse', 'postToolUse', 'beforeSubmitPrompt', 'sessionStart', 'subagentStart'] as const),
])

export function fromEffect(effect: Effect, event: EventName): JsonObject {
  if (isRefused(effect)) return denialReply(effect, event)
  const { reply, kind } = effect
  if (kind === 'follow-up') return dropEmpty({ decision: 'block', reason: effect.followUp ?? reply.followup_message })
  return {
    ...dropEmpty({ systemMessage: reply.user_message }),
    ...newOutput(effect),
    ...nested(event, {
      ...newInput(effect),
      additionalContext: withContext.has(event) ? joined(reply.additional_context, reply.agent_message) : undefined,
    }),
  }
}

/** A denial without a reason counts as a failed hook, so each has one. */
function denialReply(effect: Effect, event: EventName): JsonObject {
  const { user_message: person, agent_message = effect.agentText } = effect.reply
  const { message } = effect.because
  // Only the person gets names of hooks and files. The model gets the hooks' message for it, or else their only message.
  const model = agent_message || person || effect.agentMessage
  const shown = person || model || message || DENIED
  switch (refusals[event]) {
    case 'verdict':
      return {
        ...dropEmpty({ systemMessage: !agent_message && !person ? message : model === person ? undefined : person }),
        ...nested(event, { permissionDecision: 'deny', permissionDecisionReason: model || DENIED }),
      }
    case 'block':
      return { decision: 'block', reason: shown }
    case 'end':
      return { continue: false, stopReason: shown }
    default:
      return { systemMessage: shown }
  }
}
const DENIED = 'A hook denied this.'

function nested(event: EventName, fields: JsonObject): JsonObject {
  const present = dropEmpty(fields)
  return Object.keys(present).length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName: codexNames[event], ...present } }
}

/** Codex applies a rewrite only with `allow`, which does not skip its own approval. */
function newInput({ reply, input }: Effect): JsonObject {
  if (reply.updated_input === undefined) return {}
  // An effect's input is the object of its event.
  const updatedInput = codexCalls.theirInput((input as JsonObject).tool_name, reply.updated_input)
  return { permissionDecision: 'allow', updatedInput }
}

/** The model gets the reason instead of the tool's output. `continue: false` would leak the original to tools that are called from code. */
function newOutput({ reply }: Effect): JsonObject {
  if (reply.updated_mcp_tool_output === undefined) return {}
  return { decision: 'block', reason: contentText(reply.updated_mcp_tool_output) || EMPTY }
}
const EMPTY = 'A hook removed the output of this tool.'

function contentText(output: unknown): string {
  const content = theirContent(output)
  if (!Array.isArray(content)) return String(content)
  const parts = content.map((part: unknown) => (isObject(part) ? textOf(part.text) : undefined))
  return parts.every((text) => text !== undefined) ? parts.join('\n') : JSON.stringify(content)
}

const joined = (...parts: readonly (string | undefined)[]): string | undefined => {
  const present = parts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join('\n\n')
}
