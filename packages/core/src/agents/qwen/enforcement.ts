/** What Qwen Code does with a reply, event by event, as measured on 0.24.4. */

import type { AgentTable } from '../../ports.ts'
import { otherTools, replaceableRead, subagentByToolCall } from '../tool-tables.ts'
import { qwenToolRows } from './tools.ts'

/** Files that read_file does not return as text. */
const notText = /\.(png|jpe?g|gif|webp|bmp|svg|pdf|ipynb|mp[34]|wav)$/i

export const qwenAgent: AgentTable = {
  title: 'Qwen Code',
  tools: otherTools(qwenToolRows),
  mayRefuseQuestions: true,
  rows: {
    // `updatedInput` and `tool_input` are ignored: the original call runs.
    preToolUse: { refusal: 'stops', ask: 'asks' },
    beforeShellExecution: { refusal: 'stops', ask: 'asks' },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    beforeReadFile: replaceableRead('PostToolUse', 'Read', notText, 'partial reads, images, PDFs and notebooks'),
    subagentStart: subagentByToolCall,
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['UserPromptSubmit', 'PreToolUse'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}
