/** Claude Code's events: what each carries, from our input and back, and what its matcher is tested against. */

import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { given, textOf } from '../values.ts'
import { claudeEvents } from './names.ts'
import { ourCall, ourOutput, shellFailure, theirCall, theirNames, theirResponse } from './tools.ts'

export interface ClaudeRow {
  /** Fields beside the common ones, from our input; what is undefined is left out. */
  readonly theirs: (input: JsonObject) => JsonObject
  /** Our fields beside the common ones, from their payload; what is undefined is left out. */
  readonly ours: (payload: JsonObject) => JsonObject
  /** What a matcher is tested against; null: it is ignored. */
  readonly subjects: (input: JsonObject, matcher: string) => readonly string[] | null
  /** Plain text on exit 0 is context for the model. */
  readonly textIsContext?: true
  /** How a refusal is said: the tool's verdict, the event's block, or the end of the session where it has neither. */
  readonly refusal?: 'verdict' | 'block' | 'halt'
}

/** Our reason → theirs, and back. */
const endReasons: Readonly<Record<string, string>> = {
  window_close: 'prompt_input_exit',
  user_close: 'prompt_input_exit',
}
const ourEndReasons: Readonly<Record<string, string>> = { prompt_input_exit: 'user_close', logout: 'user_close' }
/** Their spelling of the subagents that both have. */
const agentTypes: Readonly<Record<string, string>> = { generalPurpose: 'general-purpose', explore: 'Explore' }

const lookUp = (table: Readonly<Record<string, string>>, word: unknown): string | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
/** Their own word where the event came from them, else the nearest to ours. */
const endReason = (input: JsonObject) => textOf(input.host_reason) ?? lookUp(endReasons, input.reason) ?? 'other'
const startSource = (input: JsonObject) => textOf(input.source) ?? 'startup'
const ignored = () => null
const agentSubjects = ({ subagent_type: type }: JsonObject) =>
  [textOf(type), lookUp(agentTypes, type)].filter((name) => name !== undefined)
const isGoingOn = (input: JsonObject) => typeof input.loop_count === 'number' && input.loop_count > 0
/** They only say whether it is the first stop. The first is 0; how many others there were, the session knows. */
const loopCount = (payload: JsonObject) => (payload.stop_hook_active === true ? undefined : 0)

const theirTool = (input: JsonObject) => ({ ...theirCall(input), tool_use_id: input.tool_use_id })
const ourTool = (payload: JsonObject) => ({ ...ourCall(payload), tool_use_id: payload.tool_use_id, cwd: payload.cwd })

/** The exit code of a shell command stands in the text of its error there. */
function failureOf(payload: JsonObject): JsonObject {
  const failed = ourCall(payload).tool_name === 'Shell' ? shellFailure(payload.error) : undefined
  const failure_type = /^Command timed out\b/.test(textOf(payload.error) ?? '') ? 'timeout' : 'error'
  return { failure_type, exit_code: failed?.exitCode }
}

export const claudeRows: Readonly<Partial<Record<EventName, ClaudeRow>>> = {
  preToolUse: { theirs: theirTool, ours: ourTool, subjects: theirNames, refusal: 'verdict' },
  postToolUse: {
    theirs: (input) => ({ ...theirTool(input), tool_response: theirResponse(input), duration_ms: input.duration }),
    ours: (payload) => ({ ...ourTool(payload), tool_output: ourOutput(payload), duration: payload.duration_ms }),
    subjects: theirNames,
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
      ...failureOf(payload),
      is_interrupt: payload.is_interrupt ?? false,
      duration: payload.duration_ms,
    }),
    subjects: theirNames,
  },
  beforeSubmitPrompt: {
    theirs: ({ prompt }) => ({ prompt }),
    ours: ({ prompt }) => ({ prompt, attachments: [] }),
    subjects: ignored,
    textIsContext: true,
    refusal: 'block',
  },
  stop: {
    theirs: (input) => ({
      stop_hook_active: isGoingOn(input),
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
    refusal: 'halt',
  },
  subagentStop: {
    theirs: (input) => ({
      stop_hook_active: isGoingOn(input),
      agent_id: input.subagent_id,
      agent_type: input.subagent_type,
      agent_transcript_path: input.agent_transcript_path,
      last_assistant_message: input.summary,
    }),
    ours: (payload) => ({
      subagent_id: payload.agent_id,
      // Older versions do not say which.
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
    refusal: 'halt',
  },
  sessionEnd: {
    theirs: (input) => ({ reason: endReason(input) }),
    ours: (payload) => ({
      reason: lookUp(ourEndReasons, payload.reason) ?? 'completed',
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

/** Our event name → theirs. */
export const claudeNames: Readonly<Partial<Record<EventName, string>>> = Object.fromEntries(
  Object.entries(claudeEvents).map(([theirs, ours]) => [ours, theirs]),
)

/** What every payload of theirs carries. */
export function theirCommon(input: JsonObject): JsonObject {
  const roots = Array.isArray(input.workspace_roots) ? input.workspace_roots : []
  return {
    session_id: input.session_id ?? input.conversation_id,
    ...given({ prompt_id: input.generation_id }),
    transcript_path: textOf(input.transcript_path) ?? '',
    cwd: textOf(input.cwd) || (textOf(roots[0]) ?? ''),
    permission_mode: 'default',
  }
}

export function ourCommon(payload: JsonObject): JsonObject {
  return given({
    conversation_id: payload.session_id,
    session_id: payload.session_id,
    generation_id: payload.prompt_id,
    transcript_path: payload.transcript_path === '' ? undefined : payload.transcript_path,
    workspace_roots: textOf(payload.cwd) ? [payload.cwd] : undefined,
    // Inside a subagent: which one.
    agent_id: payload.agent_id,
  })
}
