/** The merged decision in Claude Code's words. A bare allow is not said: there it would skip the person's own prompt. */
import type { Effect, Reply } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { given, type Json } from '../values.ts'
import { claudeNames, claudeRows } from './events.ts'
import { theirInput } from './tools.ts'

export function fromEffect(effect: Effect, event: EventName): Json {
  if (effect.kind === 'refuse') return refused(effect, event)
  if (effect.kind === 'follow-up')
    return given({ decision: 'block', reason: effect.followUp ?? effect.reply.followup_message })
  const { reply } = effect
  const asks = effect.kind === 'ask'
  return {
    ...given({ systemMessage: asks ? undefined : reply.user_message }),
    ...nested(event, {
      ...(asks
        ? { permissionDecision: 'ask', permissionDecisionReason: reply.user_message ?? reply.agent_message }
        : rewriteVerdict(reply)),
      updatedInput: updatedInput(effect),
      additionalContext: context(reply, asks),
      updatedMCPToolOutput: reply.updated_mcp_tool_output,
    }),
  }
}

function refused(effect: Effect, event: EventName): Json {
  const { user_message: person, agent_message: model } = effect.reply
  const { message } = effect.because
  switch (claudeRows[event]?.refusal) {
    case 'verdict':
      return {
        ...given({ systemMessage: model === undefined || model === person ? undefined : person }),
        ...nested(event, { permissionDecision: 'deny', permissionDecisionReason: model ?? person ?? message }),
      }
    case 'block':
      return { decision: 'block', reason: person ?? model ?? message }
    default:
      return { continue: false, stopReason: person ?? model ?? message }
  }
}

function nested(event: EventName, fields: Json): Json {
  const said = given(fields)
  return Object.keys(said).length === 0 ? {} : { hookSpecificOutput: { hookEventName: claudeNames[event], ...said } }
}

/** A rewrite holds only beside a verdict: theirs if the hooks gave one, else the person sees what will run. */
const rewriteVerdict = ({ permission, updated_input }: Reply): Json =>
  updated_input === undefined ? {} : { permissionDecision: permission === 'allow' ? 'allow' : 'ask' }

function updatedInput({ reply, input }: Effect): Json | undefined {
  return reply.updated_input === undefined ? undefined : theirInput((input as Json).tool_name, reply.updated_input)
}

/** What hooks that let the act pass told the model. */
function context({ additional_context, agent_message }: Reply, asks: boolean): string | undefined {
  const texts = [additional_context, asks ? undefined : agent_message].filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts.join('\n\n')
}
