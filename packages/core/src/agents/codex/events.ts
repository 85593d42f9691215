/** Codex's events as of 0.166.0: the usual rows, with the fields in which its payloads differ. */

import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { usualNames } from '../tool-calls/dialect.ts'
import { createRows, ourCommon, type TranslatedEvents, theirCommon } from '../tool-calls/rows.ts'
import { dropEmpty } from '../values.ts'
import { codexCalls } from './tools.ts'

/** Maps Codex's event names to Hookline's. */
export const codexEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  // Also fires for the prompt of a subagent, which then has an `agent_id`.
  UserPromptSubmit: 'beforeSubmitPrompt',
  Stop: 'stop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  PreCompact: 'preCompact',
}
export const codexNames = usualNames(codexEvents)

/** Codex's events without a counterpart. */
export const codexOnlyEvents: ReadonlySet<string> = new Set([
  ...['PermissionRequest', 'PreModelRequest', 'PostCompact', 'Interrupt'],
])

// Codex does not report failed calls.
const { postToolUseFailure: _, ...usualRows } = createRows(codexCalls)

export const codexRows: TranslatedEvents = {
  ...usualRows,
  preCompact: {
    theirs: ({ trigger }) => ({ trigger }),
    ours: ({ trigger }) => ({ trigger }),
    subjects: ({ trigger }) => [String(trigger ?? '')],
  },
}

export const codexCommon = {
  ours: (payload: JsonObject): JsonObject => ({
    ...ourCommon(payload),
    ...dropEmpty({ generation_id: payload.turn_id, model: payload.model }),
  }),
  theirs({ model, ...input }: JsonObject): JsonObject {
    const { prompt_id, ...common } = theirCommon(input)
    return { ...common, ...dropEmpty({ turn_id: prompt_id, model, agent_id: input.agent_id }) }
  },
}

/** Codex reports a subagent again when it starts, without naming the call, so only its type identifies the repetition. */
export const repeatKey = (name: EventName, input: JsonObject): string | undefined =>
  codexNames[name] === 'SubagentStart' ? JSON.stringify([name, input.conversation_id, input.subagent_type]) : undefined
