/** What Cursor does with an answer, event by event: by its documentation, its payloads and public reports. */
import type { AgentTable } from '../../ports.ts'

export const cursorAgent: AgentTable = {
  title: 'Cursor',
  rows: {
    // `ask` is validated here and not enforced.
    preToolUse: { refusal: 'stops', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops', ask: 'asks' },
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
