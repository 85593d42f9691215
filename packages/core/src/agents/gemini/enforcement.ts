/** What Gemini CLI does with a reply, event by event, as measured on 0.61.0. */

import type { AgentTable } from '../../ports.ts'
import { otherTools, replaceableRead } from '../tool-tables.ts'
import { geminiToolRows } from './tools.ts'

/** Files that read_file does not return as text. */
const notText = /\.(png|jpe?g|gif|webp|bmp|svg|heic|pdf|mp[34]|wav|aiff|aac|ogg|flac|mov|webm)$/i

export const geminiTable: AgentTable = {
  title: 'Gemini CLI',
  tools: otherTools(geminiToolRows),
  notice: { field: 'systemMessage', reader: 'person' },
  rows: {
    // `ask` asks at a terminal, but it also overrides a deny of the person's own policy, and without a terminal it ends the turn
    // with an empty answer. So a question is refused, with a code for the person.
    preToolUse: { refusal: 'stops', rewrites: { updated_input: {} } },
    beforeShellExecution: { refusal: 'stops' },
    beforeMCPExecution: { refusal: 'stops' },
    beforeReadFile: replaceableRead('AfterTool', 'read_file', notText, 'partial reads, images, PDFs and recordings'),
    // It has no event of its own: the call of `invoke_agent` is refused.
    subagentStart: { refusal: 'stops' },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['BeforeAgent', 'BeforeTool'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}
