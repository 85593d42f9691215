/**
 * The dialect of Factory Droid, which has Claude Code's events. It refuses with exit code 2: its documents also have a JSON reply for
 * that, but reports say that another hook's allow replaces it.
 */

import type { Effect } from '../../flow.ts'
import type { AgentTable, Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { createToolCallDialect, usualNames } from '../tool-calls/dialect.ts'
import { isStopped, reasonFor } from '../tool-calls/exit-code.ts'
import { createRows, type TranslatedEvents } from '../tool-calls/rows.ts'
import { otherTools } from '../tool-tables.ts'
import { isRefused } from '../usual.ts'
import { dropEmpty, textOf } from '../values.ts'
import { factoryCalls, factoryToolRows } from './tools.ts'

export const factoryEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  UserPromptSubmit: 'beforeSubmitPrompt',
  Stop: 'stop',
  SubagentStop: 'subagentStop',
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  PreCompact: 'preCompact',
}
export const factoryOnlyEvents: ReadonlySet<string> = new Set(['Notification'])
const names = usualNames(factoryEvents)

/** The events that its documents describe with a context for the model. */
const withContext: ReadonlySet<EventName> = new Set(['postToolUse', 'beforeSubmitPrompt', 'sessionStart'])

const table: AgentTable = {
  title: 'Factory Droid',
  tools: otherTools(factoryToolRows),
  notice: { field: 'systemMessage', reader: 'person' },
  // Its documents also have `ask` and `updatedInput`. Whether both hold without a person, and without `allow`, was not proved, so
  // a question and a rewrite are refused.
  rows: {
    preToolUse: { refusal: 'stops' },
    beforeShellExecution: { refusal: 'stops' },
    beforeMCPExecution: { refusal: 'stops' },
    beforeReadFile: { refusal: 'stops' },
    subagentStart: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['UserPromptSubmit', 'PreToolUse'] },
  },
}

const { subagentStart: _start, postToolUseFailure: _failure, ...rows } = createRows(factoryCalls)

export const factory: Dialect = createToolCallDialect({
  name: 'factory',
  title: 'Factory Droid',
  owns: ['factory-project', 'factory-user'],
  agent: table,
  events: factoryEvents,
  otherEvents: factoryOnlyEvents,
  rows: rows satisfies TranslatedEvents,
  tools: factoryCalls,
  projectVariable: 'FACTORY_PROJECT_DIR',
  patienceMs: () => 60_000,
  // Only Droid keeps its transcripts there.
  sends: ({ transcript_path, transcriptPath }) =>
    /[\\/]\.factory[\\/]/.test(textOf(transcript_path) ?? textOf(transcriptPath) ?? '') ? true : undefined,
  usualPayload,
  refuse: (_message, forAgent) => ({ refusal: forAgent }),
  isNo: ({ refusal }) => refusal !== undefined,
  fromEffect,
  // At some events any text on stdout becomes context, so an empty reply prints nothing.
  print: ({ refusal, ...reply }, exitCode) => ({
    stdout: refusal === undefined && Object.keys(reply).length > 0 ? `${JSON.stringify(reply)}\n` : '',
    stderr: textOf(refusal) === undefined ? '' : `${textOf(refusal)}\n`,
    exitCode: refusal === undefined ? exitCode : 2,
  }),
})

/** Some of its documents write these fields in camelCase. */
const spelled: Readonly<Record<string, string>> = {
  sessionId: 'session_id',
  transcriptPath: 'transcript_path',
  permissionMode: 'permission_mode',
  hookEventName: 'hook_event_name',
  stopHookActive: 'stop_hook_active',
  customInstructions: 'custom_instructions',
}
function usualPayload(payload: JsonObject): JsonObject {
  const renamed = Object.entries(payload).flatMap(([key, value]) => {
    const usual = Object.hasOwn(spelled, key) ? spelled[key] : undefined
    return usual === undefined || Object.hasOwn(payload, usual) ? [] : [[usual, value] as const]
  })
  return { ...payload, ...Object.fromEntries(renamed) }
}

function fromEffect(effect: Effect, event: EventName): { readonly stdout: JsonObject; readonly exitCode: number } {
  const { reply } = effect
  // The person alone reads the reason at a prompt, and the model everywhere else.
  if (isStopped(effect, event)) {
    const person = event === 'beforeSubmitPrompt' ? reply.user_message : undefined
    return { stdout: { refusal: person ?? reasonFor(effect) }, exitCode: 2 }
  }
  if (effect.kind === 'follow-up') {
    const reason = effect.followUp ?? reply.followup_message
    return { stdout: dropEmpty({ decision: 'block', reason }), exitCode: 0 }
  }
  const context = withContext.has(event) && !isRefused(effect) ? reply.additional_context : undefined
  const person = isRefused(effect) ? (reply.user_message ?? effect.because.message) : reply.user_message
  return {
    stdout: dropEmpty({
      systemMessage: person,
      hookSpecificOutput:
        context === undefined ? undefined : { hookEventName: names[event], additionalContext: context },
    }),
    exitCode: 0,
  }
}
