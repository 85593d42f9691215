/**
 * The events in the fields that Claude Code introduced and most agents use: how to translate each in both directions, and what
 * its matcher is tested against. An agent replaces the rows in which it differs.
 */

import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { dropEmpty, textOf } from '../values.ts'
import { shellFailure, type Tools } from './tools.ts'

interface TranslatedEvent {
  /** The agent's own fields of the event, from Hookline's input. Undefined fields are dropped. */
  readonly theirs: (input: JsonObject) => JsonObject
  /** Hookline's own fields of the event, from the agent's payload. Undefined fields are dropped. */
  readonly ours: (payload: JsonObject) => JsonObject
  /** The strings that a matcher is tested against. null: the matcher is ignored. */
  readonly subjects: (input: JsonObject, matcher: string, isHost?: boolean) => readonly string[] | null
  /** With exit code 0, plain text becomes context for the model. */
  readonly textIsContext?: true
}
export type TranslatedEvents = Readonly<Partial<Record<EventName, TranslatedEvent>>>

/** Maps the reasons of a session's end, in both directions. */
const endReasons: Readonly<Record<string, string>> = {
  window_close: 'prompt_input_exit',
  user_close: 'prompt_input_exit',
}
const ourEndReasons: Readonly<Record<string, string>> = { prompt_input_exit: 'user_close', logout: 'user_close' }
/** The agents' names of the subagents that both have. */
const agentTypes: Readonly<Record<string, string>> = { generalPurpose: 'general-purpose', explore: 'Explore' }

const translate = (table: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined
/** The agent's own reason if the event came from it, otherwise the closest one. */
const endReason = (input: JsonObject) => textOf(input.host_reason) ?? translate(endReasons, input.reason) ?? 'other'
const startSource = (input: JsonObject) => textOf(input.source) ?? 'startup'
const ignored = () => null
const agentSubjects = ({ subagent_type: type }: JsonObject) =>
  [textOf(type), translate(agentTypes, type)].filter((name) => name !== undefined)
const isContinued = (input: JsonObject) => typeof input.loop_count === 'number' && input.loop_count > 0
/** Agents report only whether it is the first stop, which counts as 0. The session counts the others, and those of agents that report nothing. */
const loopCount = (payload: JsonObject) => (payload.stop_hook_active === false ? 0 : undefined)

/** Claude Code reports the exit code of a shell command in the text of its error. */
function failureOf(payload: JsonObject, tools: Tools): JsonObject {
  const failed = tools.ourCall(payload).tool_name === 'Shell' ? shellFailure(payload.error) : undefined
  const failure_type = /^Command timed out\b/.test(textOf(payload.error) ?? '') ? 'timeout' : 'error'
  return { failure_type, exit_code: failed?.exitCode }
}

export function createRows(tools: Tools): TranslatedEvents {
  const theirTool = (input: JsonObject) => ({ ...tools.theirCall(input), tool_use_id: input.tool_use_id })
  const ourTool = (payload: JsonObject) => ({
    ...tools.ourCall(payload),
    tool_use_id: payload.tool_use_id,
    cwd: payload.cwd,
  })
  return {
    preToolUse: { theirs: theirTool, ours: ourTool, subjects: tools.theirNames },
    postToolUse: {
      theirs: (input) => ({
        ...theirTool(input),
        tool_response: tools.theirResponse(input),
        duration_ms: input.duration,
      }),
      ours: (payload) => ({
        ...ourTool(payload),
        tool_output: tools.ourOutput(payload),
        duration: payload.duration_ms,
      }),
      subjects: tools.theirNames,
    },
    postToolUseFailure: {
      theirs: (input) => ({
        ...theirTool(input),
        error: textOf(input.error_message) ?? '',
        is_interrupt: input.is_interrupt ?? false,
        duration_ms: input.duration,
      }),
      ours: (payload) => ({
        ...ourTool(payload),
        error_message: payload.error,
        ...failureOf(payload, tools),
        is_interrupt: payload.is_interrupt ?? false,
        duration: payload.duration_ms,
      }),
      subjects: tools.theirNames,
    },
    beforeSubmitPrompt: {
      theirs: ({ prompt }) => ({ prompt }),
      ours: ({ prompt }) => ({ prompt, attachments: [] }),
      subjects: ignored,
      textIsContext: true,
    },
    stop: {
      theirs: (input) => ({
        stop_hook_active: isContinued(input),
        last_assistant_message: input.last_assistant_message,
      }),
      ours: (payload) => ({
        status: 'completed',
        loop_count: loopCount(payload),
        last_assistant_message: payload.last_assistant_message,
      }),
      subjects: ignored,
    },
    subagentStart: {
      theirs: (input) => ({ agent_id: input.subagent_id, agent_type: input.subagent_type }),
      ours: (payload) => ({
        subagent_id: payload.agent_id,
        subagent_type: payload.agent_type,
        parent_conversation_id: payload.session_id,
      }),
      subjects: agentSubjects,
    },
    subagentStop: {
      theirs: (input) => ({
        stop_hook_active: isContinued(input),
        agent_id: input.subagent_id,
        agent_type: input.subagent_type,
        agent_transcript_path: input.agent_transcript_path,
        last_assistant_message: input.summary,
      }),
      ours: (payload) => ({
        subagent_id: payload.agent_id,
        // Older versions do not report the type.
        subagent_type: payload.agent_type ?? 'unknown',
        status: 'completed',
        summary: payload.last_assistant_message,
        agent_transcript_path: payload.agent_transcript_path,
        loop_count: loopCount(payload),
      }),
      subjects: agentSubjects,
    },
    sessionStart: {
      theirs: (input) => ({ source: startSource(input), model: input.model }),
      ours: ({ source, model }) => ({ is_background_agent: false, source, model }),
      subjects: (input) => [startSource(input)],
      textIsContext: true,
    },
    sessionEnd: {
      theirs: (input) => ({ reason: endReason(input) }),
      ours: (payload) => ({
        reason: translate(ourEndReasons, payload.reason) ?? 'completed',
        host_reason: payload.reason,
        final_status: 'completed',
        is_background_agent: false,
      }),
      subjects: (input) => [endReason(input)],
    },
    preCompact: {
      theirs: ({ trigger, custom_instructions: text }) => ({ trigger, custom_instructions: textOf(text) ?? '' }),
      ours: ({ trigger, custom_instructions }) => ({ trigger, custom_instructions }),
      subjects: ({ trigger }) => [textOf(trigger) ?? ''],
    },
  }
}

/** The fields that every payload has. */
export function theirCommon(input: JsonObject): JsonObject {
  const roots = Array.isArray(input.workspace_roots) ? input.workspace_roots : []
  return {
    session_id: input.session_id ?? input.conversation_id,
    ...dropEmpty({ prompt_id: input.generation_id }),
    transcript_path: textOf(input.transcript_path) ?? '',
    cwd: textOf(input.cwd) || (textOf(roots[0]) ?? ''),
    permission_mode: 'default',
  }
}

export function ourCommon(payload: JsonObject): JsonObject {
  return dropEmpty({
    conversation_id: payload.session_id,
    session_id: payload.session_id,
    generation_id: payload.prompt_id,
    transcript_path: payload.transcript_path === '' ? undefined : payload.transcript_path,
    workspace_roots: textOf(payload.cwd) ? [payload.cwd] : undefined,
    // The subagent in which the event happens, if any.
    agent_id: payload.agent_id,
  })
}
