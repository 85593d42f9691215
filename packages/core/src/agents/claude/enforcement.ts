/** What Claude Code does with a reply, event by event, as measured on 2.1.197 and 2.1.325. */

import type { AgentTable } from '../../ports.ts'
import { otherTools, replaceableRead, subagentByToolCall } from '../tool-tables.ts'
import { claudeToolRows } from './tool-names.ts'

/** Files that the Read tool does not return as text. It decides by the file extension alone. */
const notText = /\.(png|jpe?g|gif|webp|bmp|pdf|ipynb)$/i

export const claudeAgent: AgentTable = {
  title: 'Claude Code',
  tools: otherTools(claudeToolRows),
  notice: { field: 'systemMessage', reader: 'person' },
  // Without a terminal it refuses every question by itself, and the person would have no code. 2.1.197 does not have the variable.
  unattended: { variable: 'CLAUDE_CODE_SESSION_ATTENDED', value: '0' },
  rows: {
    // A rewrite is applied without a verdict, so that Claude Code's own permission rules decide about the rewritten call.
    preToolUse: { refusal: 'stops', ask: 'asks', rewrites: { updated_input: {} } },
    // The reply to these three is given at their PreToolUse.
    beforeShellExecution: { refusal: 'stops', ask: 'asks' },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    beforeReadFile: replaceableRead('PostToolUse', 'Read', notText, 'partial reads, images, PDFs and notebooks'),
    subagentStart: subagentByToolCall,
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['UserPromptSubmit', 'PreToolUse'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}
