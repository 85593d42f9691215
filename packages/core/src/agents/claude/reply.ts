/** Translates the merged decision to Claude Code's reply. An allow is left out, because it would skip the person's own prompt. */

import type { Effect, Reply } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { theirContent } from '../tool-calls/tools.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty } from '../values.ts'
import { claudeNames } from './events.ts'
import { claudeCalls } from './tools.ts'

/** How a denial is expressed: as the tool's verdict, as the event's block, or, if it has neither, as the end of the session. */
const refusals: Readonly<Partial<Record<EventName, 'verdict' | 'block'>>> = {
  preToolUse: 'verdict',
  beforeSubmitPrompt: 'block',
}

export function fromEffect(effect: Effect, event: EventName): JsonObject {
  if (isRefused(effect)) return denialReply(effect, event)
  if (effect.kind === 'follow-up')
    return dropEmpty({ decision: 'block', reason: effect.followUp ?? effect.reply.followup_message })
  const { reply } = effect
  const asks = effect.kind === 'ask'
  return {
    ...dropEmpty({ systemMessage: asks ? undefined : reply.user_message }),
    ...nested(event, {
      ...(asks
        ? { permissionDecision: 'ask', permissionDecisionReason: reply.user_message ?? reply.agent_message }
        : {}),
      updatedInput: updatedInput(effect),
      additionalContext: context(reply, asks),
      ...newOutput(effect),
    }),
  }
}

function denialReply(effect: Effect, event: EventName): JsonObject {
  const { user_message: person, agent_message = effect.agentText } = effect.reply
  const { message } = effect.because
  // Only the person gets names of hooks and files. The model gets the hooks' message for it, or else their only message.
  const model = agent_message ?? person ?? effect.agentMessage
  switch (refusals[event]) {
    case 'verdict':
      return {
        ...dropEmpty({
          systemMessage:
            agent_message === undefined && person === undefined ? message : model === person ? undefined : person,
        }),
        ...nested(event, { permissionDecision: 'deny', permissionDecisionReason: model ?? 'A hook denied this.' }),
      }
    case 'block':
      return { decision: 'block', reason: person ?? model ?? message }
    default:
      return dropEmpty({
        continue: false,
        stopReason: person ?? model ?? message,
        // The agent continues at this event in any case, so the person must know that it will be stopped later.
        systemMessage: effect.unenforced === 'later' ? (person ?? model ?? message) : undefined,
      })
  }
}

function nested(event: EventName, fields: JsonObject): JsonObject {
  const present = dropEmpty(fields)
  return Object.keys(present).length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName: claudeNames[event], ...present } }
}

/** The tool's output as the hooks replaced it. */
function newOutput({ reply, output }: Effect): JsonObject {
  if (reply.updated_mcp_tool_output !== undefined)
    return { updatedMCPToolOutput: theirContent(reply.updated_mcp_tool_output) }
  return { updatedToolOutput: output }
}

function updatedInput({ reply, input }: Effect): JsonObject | undefined {
  if (reply.updated_input === undefined) return undefined
  // An effect's input is the object of its event.
  return claudeCalls.theirInput((input as JsonObject).tool_name, reply.updated_input)
}

/** The messages for the model from hooks that did not deny. */
function context({ additional_context, agent_message }: Reply, asks: boolean): string | undefined {
  const messages = [additional_context, asks ? undefined : agent_message].filter((text) => text !== undefined)
  return messages.length === 0 ? undefined : messages.join('\n\n')
}
