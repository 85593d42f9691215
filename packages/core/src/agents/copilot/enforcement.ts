/** What Copilot CLI does with a reply, event by event, as measured on 1.0.102 for events in both cases. */

import type { AgentTable } from '../../ports.ts'
import { otherTools, replaceableRead, subagentByToolCall } from '../tool-tables.ts'
import { copilotToolRows } from './tools.ts'

/** Files that view does not return as text. */
const notText = /\.(png|jpe?g|gif|webp|bmp|pdf)$/i

export const copilotAgent: AgentTable = {
  title: 'Copilot CLI',
  tools: otherTools(copilotToolRows),
  notice: { field: 'additionalContext', reader: 'model' },
  mayRefuseQuestions: true,
  rows: {
    // A failing hook denies, but one that takes too long does not. `decision: block` and `continue: false` are ignored here.
    preToolUse: { refusal: 'stops', ask: 'asks', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops', ask: 'asks' },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    beforeReadFile: replaceableRead('PostToolUse', 'Read', notText, 'partial reads, images and PDFs'),
    subagentStart: subagentByToolCall,
    // Only `decision: block` stops a prompt: exit code 2 and `continue: false` are ignored.
    beforeSubmitPrompt: { refusal: 'stops' },
    // Its hook and that of the first prompt start at once, and the agent waits for neither before the first tool call.
    sessionStart: { refusal: 'later', needs: ['UserPromptSubmit', 'PreToolUse'], goesOn: true },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}
