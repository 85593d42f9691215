/** Copilot CLI's payloads in both formats, in the usual fields. The case of an event's name in the hook file decides the format. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { dropEmpty, textOf } from '../values.ts'
import { aliasesOf, copilotName } from './tools.ts'

/** Events of a subagent that repeat what the events around it report. */
export const insideSubagent: Readonly<Record<string, string>> = {
  UserPromptSubmit: 'UserPromptSubmit of a subagent',
  Stop: 'Stop of a subagent',
}

/** Events in camelCase have no name in their payload, so their fields show which one it is. */
function nameOf(payload: JsonObject): string {
  const has = (...fields: readonly string[]) => fields.every((field) => payload[field] !== undefined)
  if (typeof payload.hook_event_name === 'string') return payload.hook_event_name
  if (has('hookName')) return String(payload.hookName)
  if (has('serverName')) return 'preMcpToolCall'
  if (has('toolName', 'toolResult')) return 'PostToolUse'
  if (has('toolName', 'error')) return 'PostToolUseFailure'
  if (has('toolName')) return 'PreToolUse'
  if (has('transformedPrompt')) return 'userPromptTransformed'
  if (has('prompt')) return 'UserPromptSubmit'
  if (has('agentName', 'stopReason')) return 'SubagentStop'
  if (has('agentName')) return 'SubagentStart'
  if (has('stopReason')) return 'Stop'
  if (has('source')) return 'SessionStart'
  if (has('reason')) return 'SessionEnd'
  return has('trigger') ? 'PreCompact' : ''
}

export function usualPayload(payload: JsonObject): JsonObject {
  const name = nameOf(payload)
  const subagent = payload.agent_id ?? payload.agentId
  const result = payload.tool_result ?? payload.toolResult
  const tool = payload.tool_name ?? payload.toolName
  const session = payload.session_id ?? payload.sessionId
  const isInside = subagent !== undefined && insideSubagent[name] !== undefined
  return {
    ...payload,
    ...dropEmpty({
      // A subagent has a session of its own. Its events belong to the session that started it.
      session_id: payload.parent_agent_id ?? payload.parentAgentId ?? session,
      transcript_path: payload.transcript_path ?? payload.transcriptPath,
      tool_name: copilotName(tool),
      tool_input: readArguments(payload.tool_input ?? payload.toolArgs),
      tool_response: result === undefined ? undefined : readResult(textOf(tool) ?? '', result),
      agent_id: subagent,
      agent_type: payload.agent_type ?? payload.agentType,
      last_assistant_message: payload.last_assistant_message ?? payload.response,
    }),
    // An empty text is no name, so the payload is refused as one without a name.
    hook_event_name: (isInside ? insideSubagent[name] : name) || undefined,
  }
}

export const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)

/** The fields in camelCase whose names are not those in snake_case with another case. */
const camelNames: Readonly<Record<string, string>> = { tool_input: 'toolArgs', agent_type: 'agentName' }

/** A hook in its format may be of either case, so its payload has the fields of both. */
export function ownPayload(payload: JsonObject): JsonObject {
  const tool = textOf(copilotName(payload.tool_name))
  const { tool_response: response, ...fields } = payload
  // Payloads of events in PascalCase have Claude Code's name.
  const name = tool === undefined ? undefined : (aliasesOf(tool)[0] ?? tool)
  const text =
    response === undefined ? undefined : (textOf(response) ?? textOf(outputOf(response)) ?? JSON.stringify(response))
  const camel = Object.entries(fields).map(([key, value]) => [
    camelNames[key] ?? key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return dropEmpty({
    ...Object.fromEntries(camel),
    ...fields,
    hookEventName: undefined,
    tool_name: name,
    toolName: tool,
    tool_result: text === undefined ? undefined : { result_type: 'success', text_result_for_llm: text },
    toolResult: text === undefined ? undefined : { resultType: 'success', textResultForLlm: text },
  })
}
const outputOf = (response: unknown): unknown => (isObject(response) ? response.output : undefined)

/** Older versions send the arguments as JSON text. */
function readArguments(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    const value: unknown = JSON.parse(input)
    return isObject(value) ? value : input
  } catch {
    return input
  }
}

function readResult(tool: string, result: unknown): unknown {
  if (!isObject(result)) return result
  const text = textOf(result.text_result_for_llm ?? result.textResultForLlm)
  if (text === undefined) return result
  if (!/^(bash|powershell)$/i.test(tool)) return tool.includes('-') ? text : { output: text }
  const found = /\n?<shellId: \S+ completed with exit code (\d+)>\s*$/.exec(text)
  return found === null ? { output: text } : { output: text.slice(0, found.index), exitCode: Number(found[1]) }
}
