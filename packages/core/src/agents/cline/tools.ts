/** Cline's tools, with Hookline's tool for each. All arguments are strings, and paths are relative to the workspace. */
import type { JsonObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import type { McpNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty, textOf } from '../values.ts'

const path = { path: 'file_path' } as const

export const clineToolRows: Readonly<Record<string, AgentTool>> = {
  execute_command: { ours: 'Shell', hidden: ['working_directory'] },
  read_file: { ours: 'Read', given: path },
  write_to_file: { ours: 'Write', given: path },
  replace_in_file: { ours: 'Write', given: path },
  apply_patch: { ours: 'Write' },
  search_files: { ours: 'Grep' },
  list_files: { ours: 'LS' },
  use_subagents: { ours: 'Task' },
  ...Object.fromEntries(
    `list_code_definition_names browser_action access_mcp_resource ask_followup_question attempt_completion new_task
     plan_mode_respond act_mode_respond load_mcp_documentation web_fetch web_search condense summarize_task report_bug
     new_rule focus_chain use_skill generate_explanation`
      .split(/\s+/)
      .map((name) => [name, {}]),
  ),
}

export const MCP = 'use_mcp_tool'

/** Inside this folder, the server and the tool are part of the name. */
export const clineMcp: McpNames = {
  read(name) {
    const [kind, server = '', ...tool] = name.split('\n')
    if (kind !== MCP) return undefined
    return { ...(server === '' ? {} : { server }), tool: tool.join('\n'), isCertain: true }
  },
  write: (server, tool) => [MCP, server, tool].join('\n'),
  names: () => [MCP],
}

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: { ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }) },
  Read: { ourInput: withWholePath },
  Write: {
    theirs: ({ old_string, content }) =>
      content === undefined && old_string !== undefined ? 'replace_in_file' : 'write_to_file',
    ourInput: withWholePath,
  },
}

export const clineCalls = createTools({ rows: clineToolRows, shapes, mcp: clineMcp, takesPatches: true })

/** Hooks get absolute paths. */
function withWholePath(input: JsonObject, root: string | undefined): JsonObject {
  const file = textOf(input.file_path)
  if (file === undefined || root === undefined || /^(?:[\\/~]|[A-Za-z]:)/.test(file)) return input
  return { ...input, file_path: `${root.replace(/[\\/]$/, '')}/${file.replace(/^\.[\\/]/, '')}` }
}
