/** Claude Code's events: the usual rows, and by what a repeated report is recognised. */

import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { usualNames } from '../tool-calls/dialect.ts'
import { createRows, type TranslatedEvents } from '../tool-calls/rows.ts'
import { claudeEvents } from './names.ts'
import { claudeCalls } from './tools.ts'

export const claudeRows: TranslatedEvents = createRows(claudeCalls)
/** Maps Hookline's event names to Claude Code's. */
export const claudeNames = usualNames(claudeEvents)

/** Claude Code reports a subagent again when it starts, without naming the call, so only its type identifies the repetition. */
export const repeatKey = (name: EventName, input: JsonObject): string | undefined =>
  claudeNames[name] === 'SubagentStart' ? JSON.stringify([name, input.conversation_id, input.subagent_type]) : undefined
