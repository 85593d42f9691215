/** The dialect of OpenCode, as measured on 1.18.33. The plugin that \`connect\` writes sends these payloads and applies the replies. */

import type { Effect } from '../../flow.ts'
import type { AgentTable, Dialect } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { createReadRecheck } from '../tool-calls/recheck.ts'
import { createRows } from '../tool-calls/rows.ts'
import { replacedText } from '../tool-calls/tools.ts'
import { otherTools, replaceableRead } from '../tool-tables.ts'
import { isRefused } from '../usual.ts'
import { opencodeCalls, opencodeToolRows, readResponse, shownText } from './tools.ts'

/** Maps OpenCode's names of plugin hooks and events to Hookline's events. */
export const opencodeEvents: Readonly<Record<string, EventName>> = {
  'tool.execute.before': 'preToolUse',
  'tool.execute.after': 'postToolUse',
  'chat.message': 'beforeSubmitPrompt',
  'session.created': 'sessionStart',
  'session.deleted': 'sessionEnd',
  'session.idle': 'stop',
  'experimental.session.compacting': 'preCompact',
}

export const opencodeOnlyEvents: ReadonlySet<string> = new Set([
  ...['shell.env', 'tool.definition', 'chat.params', 'chat.headers', 'permission.ask', 'command.execute.before'],
])

/** Files that read does not return as text. */
const notText = /\.(png|jpe?g|gif|webp|bmp|pdf)$/i

const table: AgentTable = {
  title: 'OpenCode',
  tools: otherTools(opencodeToolRows),
  // The plugin shows it as a toast, which the model does not read.
  notice: { field: 'notice', reader: 'person' },
  followUps: 'continues the turn in the terminal and on the server. `opencode run` has ended by then',
  rows: {
    // Plugins cannot ask a person, so a question is a refusal.
    preToolUse: { refusal: 'stops', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops' },
    beforeMCPExecution: { refusal: 'stops' },
    beforeReadFile: replaceableRead('tool.execute.after', 'Read', notText, 'partial reads, images and PDFs'),
    subagentStart: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['chat.message', 'tool.execute.before'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}

// It reports no failed tool, and its subagents are sessions of their own.
const { postToolUseFailure: _, subagentStart: __, subagentStop: ___, ...rows } = createRows(opencodeCalls)

export const opencode: Dialect = createToolCallDialect({
  name: 'opencode',
  title: 'OpenCode',
  owns: ['opencode-project', 'opencode-user'],
  agent: table,
  events: opencodeEvents,
  otherEvents: opencodeOnlyEvents,
  rows,
  tools: opencodeCalls,
  patienceMs: () => 600_000,
  hidesVariables: 'CURSOR_',
  refuse: (message, forAgent) => ({ deny: forAgent, notice: message }),
  isNo: ({ deny }) => deny !== undefined,
  usualPayload: (payload) =>
    payload.tool_response === undefined
      ? payload
      : { ...payload, tool_response: readResponse(payload.tool_name, payload.tool_response) },
  sends: ({ agent }) => (agent === 'opencode' ? true : undefined),
  recheck: createReadRecheck((content) => ({ output: content }), shownText),
  fromEffect: (effect) => ({ stdout: encodeEffect(effect), exitCode: 0 }),
})

function encodeEffect(effect: Effect): JsonObject {
  const { reply } = effect
  // `opencode run` has ended by then. In the terminal and on the server the plugin sends it as the next prompt.
  const followUp = effect.kind === 'follow-up' ? (effect.followUp ?? reply.followup_message) : undefined
  if (followUp !== undefined) return { followup: followUp }
  if (isRefused(effect)) {
    const { user_message: person, agent_message = effect.agentText } = reply
    const deny = agent_message ?? person ?? effect.agentMessage ?? 'A hook denied this.'
    return { deny, ...(person === undefined || person === deny ? {} : { notice: person }) }
  }
  const replaced = replacedText(effect)
  const context = [reply.additional_context, reply.agent_message].filter((text) => text !== undefined)
  return {
    ...newInput(effect),
    ...(replaced === undefined ? {} : { output: replaced }),
    ...(context.length === 0 ? {} : { context: context.join('\n\n') }),
    ...(reply.user_message === undefined ? {} : { notice: reply.user_message }),
  }
}

function newInput({ reply, input }: Effect): JsonObject {
  if (reply.updated_input === undefined) return {}
  // An effect's input is the object of its event.
  return { args: opencodeCalls.theirInput((input as JsonObject).tool_name, reply.updated_input) }
}
