/** The dialect of Kiro: it reads the exit code and stderr, and takes text on stdout as context. */

import type { AgentTable, Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { exitCodeReplies } from '../tool-calls/exit-code.ts'
import { createRows } from '../tool-calls/rows.ts'
import { otherTools } from '../tool-tables.ts'
import { textOf } from '../values.ts'
import { kiroCalls, kiroToolRows } from './tools.ts'

export const kiroEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  UserPromptSubmit: 'beforeSubmitPrompt',
  SessionStart: 'sessionStart',
  Stop: 'stop',
}
export const kiroOnlyEvents: ReadonlySet<string> = new Set([
  ...['PostFileCreate', 'PostFileSave', 'PostFileDelete', 'PreTaskExec', 'PostTaskExec', 'Manual'],
])

/** Its command line sent these names before version 3. */
const older: Readonly<Record<string, string>> = {
  agentSpawn: 'SessionStart',
  userPromptSubmit: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  stop: 'Stop',
}

const table: AgentTable = {
  title: 'Kiro',
  tools: otherTools(kiroToolRows),
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

const { preToolUse, postToolUse, beforeSubmitPrompt, sessionStart, stop } = createRows(kiroCalls)

export const kiro: Dialect = createToolCallDialect({
  name: 'kiro',
  title: 'Kiro',
  owns: ['kiro-project', 'kiro-user'],
  agent: table,
  events: kiroEvents,
  otherEvents: kiroOnlyEvents,
  rows: {
    ...(preToolUse && { preToolUse }),
    ...(postToolUse && { postToolUse }),
    ...(beforeSubmitPrompt && { beforeSubmitPrompt }),
    ...(sessionStart && { sessionStart }),
    ...(stop && { stop }),
  },
  tools: kiroCalls,
  patienceMs: () => 60_000,
  usualPayload,
  ...exitCodeReplies(new Set<EventName>(['sessionStart', 'beforeSubmitPrompt'])),
})

function usualPayload(payload: JsonObject): JsonObject {
  const name = textOf(payload.hook_event_name) ?? ''
  return Object.hasOwn(older, name) ? { ...payload, hook_event_name: older[name] } : payload
}
