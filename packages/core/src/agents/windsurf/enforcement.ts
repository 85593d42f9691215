/** What Windsurf does with a reply, according to its documentation: exit code 2 of a `pre_` hook stops the act, and nothing else is read. */
import type { AgentTable } from '../../ports.ts'

export const windsurfAgent: AgentTable = {
  title: 'Windsurf',
  rows: {
    preToolUse: { refusal: 'stops' },
    beforeShellExecution: { refusal: 'stops', alsoIn: ['pre_mcp_tool_use'] },
    beforeReadFile: { refusal: 'stops' },
    beforeMCPExecution: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
  },
}
