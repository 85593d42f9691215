/** What Cursor does with a reply, event by event, according to its documentation, its payloads and public reports. */

import type { AgentTable } from '../../ports.ts'
import { eventNames, eventRows } from '../../protocol/events/index.ts'
import type { AgentTool } from '../agent.ts'
import { otherTools } from '../tool-tables.ts'

const none = (names: string, row: AgentTool = {}): Readonly<Record<string, AgentTool>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, row]))

/** The values of `tool_name` that were observed, besides `MCP:<tool>`. Hookline uses the same names. */
export const cursorTools: Readonly<Record<string, AgentTool>> = {
  ...Object.fromEntries(
    'Shell Read Write Grep LS Delete Task'.split(' ').map((name): [string, AgentTool] => [name, { ours: name }]),
  ),
  ...none('StrReplace EditNotebook ApplyPatch', { ours: 'Write' }),
  ...none(`Glob SemanticSearch ReadLints TodoWrite TodoRead WebSearch WebFetch AskQuestion SwitchMode CreatePlan
    GenerateImage ListMcpResources FetchMcpResource CallMcpTool Await`),
  ...none('codebase_search read_file list_dir grep_search file_search delete_file web_search fetch_rules', {
    older: true,
  }),
}

/** Events whose reply has a message for the person. */
const withMessage = new Set(
  eventNames.filter((name) => eventRows[name].reply.some((field) => field === 'user_message')),
)

export const cursorAgent: AgentTable = {
  title: 'Cursor',
  tools: otherTools(cursorTools),
  notice: { field: 'user_message', reader: 'person', at: withMessage },
  rows: {
    // Cursor validates `ask` at this event but does not enforce it.
    preToolUse: { refusal: 'stops', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops', ask: 'asks', alsoIn: ['preToolUse', 'beforeMCPExecution'] },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    // Only Hookline has `updated_content`; Cursor ignores it.
    beforeReadFile: { refusal: 'stops' },
    beforeTabFileRead: { refusal: 'stops' },
    subagentStart: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
    // Version 3 ignores `continue: false`.
    sessionStart: { refusal: 'later', needs: ['beforeSubmitPrompt', 'preToolUse'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
    // A denial asks to withhold the response, but no known version does so.
    afterAgentResponse: {},
  },
}
