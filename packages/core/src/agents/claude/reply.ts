/** The merged decision in Claude Code's words. A bare allow is not said: there it would skip the person's own prompt. */

import type { Effect, Reply } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { isRefused } from '../usual.ts'
import { given } from '../values.ts'
import { claudeNames, claudeRows } from './events.ts'
import { theirContent, theirInput } from './tools.ts'

export function fromEffect(effect: Effect, event: EventName): JsonObject {
  if (isRefused(effect)) return refused(effect, event)
  if (effect.kind === 'follow-up')
    return given({ decision: 'block', reason: effect.followUp ?? effect.reply.followup_message })
  const { reply } = effect
  const asks = effect.kind === 'ask'
  return {
    ...given({ systemMessage: asks ? undefined : reply.user_message }),
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

function refused(effect: Effect, event: EventName): JsonObject {
  const { user_message: person, agent_message = effect.agentText } = effect.reply
  const { message } = effect.because
  // What names hooks and files is for the person; the model gets the hooks' text for it, else their only text.
  const model = agent_message ?? person ?? effect.agentMessage
  switch (claudeRows[event]?.refusal) {
    case 'verdict':
      return {
        ...given({
          systemMessage:
            agent_message === undefined && person === undefined ? message : model === person ? undefined : person,
        }),
        ...nested(event, { permissionDecision: 'deny', permissionDecisionReason: model ?? 'A hook refused this.' }),
      }
    case 'block':
      return { decision: 'block', reason: person ?? model ?? message }
    default:
      return given({
        continue: false,
        stopReason: person ?? model ?? message,
        // It goes on here whatever is said: the person has to know that it will not go on for long.
        systemMessage: effect.unenforced === 'later' ? (person ?? model ?? message) : undefined,
      })
  }
}

function nested(event: EventName, fields: JsonObject): JsonObject {
  const said = given(fields)
  return Object.keys(said).length === 0 ? {} : { hookSpecificOutput: { hookEventName: claudeNames[event], ...said } }
}

/** The tool's output with what hooks made of it. */
function newOutput({ reply, output }: Effect): JsonObject {
  if (reply.updated_mcp_tool_output !== undefined)
    return { updatedMCPToolOutput: theirContent(reply.updated_mcp_tool_output) }
  return { updatedToolOutput: output }
}

function updatedInput({ reply, input }: Effect): JsonObject | undefined {
  return reply.updated_input === undefined
    ? undefined
    : theirInput((input as JsonObject).tool_name, reply.updated_input)
}

/** What hooks that let the act pass told the model. */
function context({ additional_context, agent_message }: Reply, asks: boolean): string | undefined {
  const texts = [additional_context, asks ? undefined : agent_message].filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts.join('\n\n')
}
