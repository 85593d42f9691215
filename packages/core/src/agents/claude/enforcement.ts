/** What Claude Code does with an answer, event by event, as measured on 2.1.197 and 2.1.325. */

import type { AgentTable } from '../../ports.ts'
import type { JsonObject } from '../../schema.ts'
import { claudeToolRows } from './tool-names.ts'

/** What the Read tool gives as something else than text, by the end of the name: it looks at nothing else. */
const notText = /\.(png|jpe?g|gif|webp|bmp|pdf|ipynb)$/i

/** Its output can only be replaced by a whole text. */
function unreplaceable({ file_path, offset, limit, pages }: JsonObject): string | undefined {
  if (offset != null || limit != null || pages != null) return 'only a part of the file is read'
  return notText.test(String(file_path)) ? 'the file is not read as text' : undefined
}

export const claudeAgent: AgentTable = {
  title: 'Claude Code',
  tools: new Set(Object.keys(claudeToolRows).filter((name) => claudeToolRows[name]?.ours === undefined)),
  rows: {
    // A rewrite is applied alone; Claude Code's own permission rules then judge the rewritten call.
    preToolUse: { refusal: 'stops', ask: 'asks', rewrites: { updated_input: {} } },
    // These three are answered at the PreToolUse around them.
    beforeShellExecution: { refusal: 'stops', ask: 'asks' },
    beforeMCPExecution: { refusal: 'stops', ask: 'asks' },
    beforeReadFile: {
      refusal: 'stops',
      rewrites: {
        updated_content: {
          at: 'PostToolUse',
          tool: 'Read',
          unless: unreplaceable,
          except: 'partial reads, images, PDFs and notebooks',
        },
      },
    },
    // Inside PreToolUse of the tool that starts a subagent it stops; SubagentStart itself honours no refusal.
    subagentStart: {
      refusal: ({ subagent_id }) => (subagent_id == null ? 'stops' : 'later'),
      needs: ['PreToolUse'],
    },
    beforeSubmitPrompt: { refusal: 'stops' },
    sessionStart: { refusal: 'later', needs: ['UserPromptSubmit', 'PreToolUse'] },
    postToolUse: { rewrites: { updated_mcp_tool_output: {} } },
  },
}
