/** The dialect of Gemini CLI, as measured on 0.61.0 (CONTRACT §17). It has its own names of events and its own words. */

import type { Effect, Raw } from '../../flow.ts'
import type { Dialect, Recheck } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { readReply } from '../../replies/read-reply.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { createToolCallDialect, usualNames } from '../tool-calls/dialect.ts'
import { within } from '../tool-calls/parts.ts'
import { createRows, type TranslatedEvents } from '../tool-calls/rows.ts'
import { theirContent } from '../tool-calls/tools.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty, parseJson, textOf } from '../values.ts'
import { geminiTable } from './enforcement.ts'
import { geminiCalls, readResponse } from './tools.ts'

/** Maps Gemini CLI's event names to Hookline's. */
export const geminiEvents: Readonly<Record<string, EventName>> = {
  BeforeTool: 'preToolUse',
  AfterTool: 'postToolUse',
  BeforeAgent: 'beforeSubmitPrompt',
  AfterAgent: 'stop',
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
}
const geminiNames = usualNames(geminiEvents)

/** Its events without a counterpart. It reports `PreCompress` before almost every request, whether or not it then compresses. */
export const geminiOnlyEvents: ReadonlySet<string> = new Set([
  ...['PreCompress', 'BeforeModel', 'AfterModel', 'BeforeToolSelection', 'Notification'],
])

/** Names of other agents that send similar payloads. */
const foreignNames: ReadonlySet<unknown> = new Set(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'])

const { preToolUse, postToolUse, beforeSubmitPrompt, stop, sessionStart, sessionEnd } = createRows(geminiCalls)
const rows: TranslatedEvents = dropEmpty({
  preToolUse,
  postToolUse,
  beforeSubmitPrompt,
  stop: stop && {
    ...stop,
    theirs(input: JsonObject) {
      const { last_assistant_message: prompt_response, ...rest } = stop.theirs(input)
      return { prompt: '', prompt_response, ...rest }
    },
    // After a tool call in a follow-up, `stop_hook_active` is false again. The session counts the follow-ups.
    ours: (payload: JsonObject) =>
      stop.ours({ ...payload, stop_hook_active: true, last_assistant_message: payload.prompt_response }),
  },
  sessionStart,
  sessionEnd,
})

export const gemini: Dialect = createToolCallDialect({
  name: 'gemini',
  title: 'Gemini CLI',
  owns: ['gemini-project', 'gemini-user'],
  agent: geminiTable,
  events: geminiEvents,
  otherEvents: geminiOnlyEvents,
  rows,
  tools: geminiCalls,
  // Only the names of tools are compared with expressions.
  exact: (matcher, event) =>
    /Tool$/.test(geminiNames[event] ?? 'Tool') ? undefined : [matcher === '*' ? '' : matcher],
  projectVariable: 'GEMINI_PROJECT_DIR',
  // The timeout of the entries that `connect` writes.
  patienceMs: () => 600_000,
  hidesVariables: 'CURSOR_',
  refuse: (message, forAgent) => ({ decision: 'deny', reason: forAgent, systemMessage: message }),
  usualPayload: (payload) =>
    payload.tool_response === undefined
      ? payload
      : { ...payload, tool_response: readResponse(payload.tool_name, payload.tool_response) },
  sends: ({ hook_event_name: name }) => {
    if (foreignNames.has(name)) return false
    return typeof name === 'string' && /^(?:Before|After)(?:Tool|Agent|Model)$/.test(name) ? true : undefined
  },
  decode: withUsualRewrite,
  recheck,
  fromEffect: (effect, event) => ({ stdout: encodeEffect(effect, event), exitCode: 0 }),
})

/** A hook in its format names the rewritten input as the payload does. */
function withUsualRewrite(raw: Raw): Raw {
  const reading = readReply(raw.stdout, raw.badEncoding === true)
  const nested = reading.kind === 'object' ? reading.value.hookSpecificOutput : undefined
  if (reading.kind !== 'object' || reading.noise !== '' || !isObject(nested)) return raw
  const { tool_input, ...rest } = nested
  if (!isObject(tool_input) || rest.updatedInput !== undefined) return raw
  const reply = { ...reading.value, hookSpecificOutput: { ...rest, updatedInput: tool_input } }
  return { ...raw, stdout: JSON.stringify(reply) }
}

function encodeEffect(effect: Effect, event: EventName): JsonObject {
  if (isRefused(effect)) return denialReply(effect, event)
  const { reply, kind, output } = effect
  if (kind === 'follow-up') return dropEmpty({ decision: 'deny', reason: effect.followUp ?? reply.followup_message })
  const replaced = newMcpOutput(reply.updated_mcp_tool_output) ?? output
  const context = withContext.has(event) ? joined(reply.additional_context, reply.agent_message) : undefined
  const message = dropEmpty({ systemMessage: reply.user_message })
  // The model gets the reason instead of the tool's output, and no context beside it.
  if (replaced !== undefined) {
    const text = (textOf(replaced) ?? JSON.stringify(replaced)) || EMPTY
    return { decision: 'deny', reason: joined(text, context), ...message }
  }
  return { ...message, ...nested(event, { tool_input: newInput(effect), additionalContext: context }) }
}
const EMPTY = 'A hook removed the output of this tool.'
/** Events after which the model gets context. Before a tool it does not. */
const withContext: ReadonlySet<EventName> = new Set(['postToolUse', 'beforeSubmitPrompt', 'sessionStart'])

function denialReply(effect: Effect, event: EventName): JsonObject {
  const { user_message: person, agent_message = effect.agentText } = effect.reply
  const { message } = effect.because
  // Only the person gets names of hooks and files. The model gets the hooks' message for it, or else their only message.
  const model = agent_message || person || effect.agentMessage
  const shown = person || model || message
  if (effect.unenforced !== undefined) return dropEmpty({ systemMessage: shown })
  // The model never sees a refused prompt, so both are for the person. Without a terminal only the message is shown.
  if (event === 'beforeSubmitPrompt')
    return { decision: 'deny', reason: shown || DENIED, systemMessage: shown || DENIED }
  const systemMessage = !agent_message && !person ? message : model === person ? undefined : person
  return { decision: 'deny', reason: model || DENIED, ...dropEmpty({ systemMessage }) }
}
const DENIED = 'A hook denied this.'

function nested(event: EventName, fields: JsonObject): JsonObject {
  const present = dropEmpty(fields)
  return Object.keys(present).length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName: geminiNames[event], ...present } }
}

function newInput({ reply, input }: Effect): JsonObject | undefined {
  if (reply.updated_input === undefined) return undefined
  // An effect's input is the object of its event.
  return geminiCalls.theirInput((input as JsonObject).tool_name, reply.updated_input)
}

/** The text of a replaced MCP result. */
function newMcpOutput(output: unknown): string | undefined {
  if (output === undefined) return undefined
  const content = theirContent(output)
  if (typeof content === 'string') return content
  const parts: readonly unknown[] = Array.isArray(content) ? content : []
  return parts.map((part) => (isObject(part) ? (textOf(part.text) ?? JSON.stringify(part)) : String(part))).join('\n')
}

const joined = (...parts: readonly (string | undefined)[]): string | undefined => {
  const present = parts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join('\n\n')
}

/** Lets the read gate check the text that the model would get, and replaces it. */
function recheck(name: EventName, input: JsonObject): Recheck | undefined {
  if (geminiNames[name] !== 'AfterTool' || input.tool_name !== 'Read') return undefined
  const [part] = within('preToolUse', input)
  const response = parseJson(input.tool_output)
  const text = isObject(response) ? textOf(response.output) : undefined
  if (part === undefined) return undefined
  return {
    ...part,
    input(readText) {
      // Only the text of a whole file can be replaced. Of a part, the gate checks the whole file.
      const path = textOf(part.input(() => '').file_path) ?? ''
      const isPart = text === undefined || text !== readText(path)
      const found = part.input((file) => (isPart ? readText(file) : (text ?? '')))
      return isPart ? { ...found, offset: found.offset ?? 1, limit: found.limit ?? 1 } : found
    },
    output: (content) => content,
    answer: (content) => ({ decision: 'deny', reason: content || EMPTY }),
  }
}
