/** What Cursor does with an answer, event by event: by its documentation, its payloads and public reports. */
import type { AgentTable } from '../../ports.ts'

/** Tools of its own that run no command. */
const tools: ReadonlySet<string> = new Set(
  `Glob SemanticSearch WebSearch WebFetch TodoWrite TodoRead ReadLints Await AskQuestion SwitchMode CreatePlan
   GenerateImage ListMcpResources FetchMcpResource CallMcpTool codebase_search read_file list_dir grep_search
   file_search delete_file web_search fetch_rules`.split(/\s+/),
)

export const cursorAgent: AgentTable = {
  title: 'Cursor',
  tools,
  rows: {
    // `ask` is validated here and not enforced.
    preToolUse: { refusal: 'stops', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops', ask: 'asks', alsoIn: ['preToolUse', 'beforeMCPExecution'] },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    // `updated_content` is Hookline's own: Cursor ignores it.
    beforeReadFile: { refusal: 'stops' },
    beforeTabFileRead: { refusal: 'stops' },
    subagentStart: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
    // Version 3 ignores `continue: false`.
    sessionStart: { refusal: 'later', needs: ['beforeSubmitPrompt', 'preToolUse'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
    // A response that is denied is asked to be withheld; no version is known to do so.
    afterAgentResponse: {},
  },
}
