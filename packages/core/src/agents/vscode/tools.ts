/** The tools of VS Code's agent mode, with Hookline's tool for each. The names are those that the model sees, and change with the model. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import type { McpNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty, numberOf } from '../values.ts'

const file = { filePath: 'file_path' } as const
const edit = { ours: 'Write', given: { ...file, oldString: 'old_string', newString: 'new_string' } } as const

export const vscodeToolRows: Readonly<Record<string, AgentTool>> = {
  run_in_terminal: { ours: 'Shell', hidden: ['working_directory'] },
  read_file: { ours: 'Read', given: file, hidden: ['offset', 'limit'] },
  create_file: { ours: 'Write', given: file },
  replace_string_in_file: edit,
  // Its `replacements` are given as `edits` too, but cannot be written from them.
  multi_replace_string_in_file: { ours: 'Write', hidden: ['file_path', 'edits'] },
  insert_edit_into_file: { ours: 'Write', given: { ...file, code: 'content' } },
  edit_notebook_file: { ours: 'Write', given: file },
  apply_patch: { ours: 'Write' },
  grep_search: { ours: 'Grep' },
  semantic_search: { ours: 'Grep' },
  list_dir: { ours: 'LS' },
  runSubagent: { ours: 'Task' },
  ...Object.fromEntries(
    `file_search fetch_webpage create_directory get_errors get_terminal_output terminal_last_command terminal_selection
     create_and_run_task run_task get_task_output runTests run_notebook_cell manage_todo_list open_simple_browser
     get_changed_files list_code_usages test_failure`
      .split(/\s+/)
      .map((name) => [name, {}]),
  ),
}

/** `mcp_server_tool`. The parts may have the separator in them, so the split is not certain. */
const mcp: McpNames = {
  read(name) {
    const [, server = '', tool = ''] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? []
    return tool === '' ? undefined : { server, tool, isCertain: false }
  },
  write: (server, tool) => `mcp_${server}_${tool}`,
  names: (server, tool) => [`mcp_${server ?? 'server'}_${tool}`],
}

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: { ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }) },
  Read: { ourInput: withRange },
  Write: { theirs: kindOfWrite, ourInput: withEdits },
}

export const vscodeCalls = createTools({ rows: vscodeToolRows, shapes, mcp, takesPatches: true })

function kindOfWrite(input: JsonObject): string {
  if (input.edits !== undefined) return 'multi_replace_string_in_file'
  if (input.file_path === undefined && input.path === undefined) return 'apply_patch'
  // Of the tools that write a whole text, only this one explains itself.
  if (input.explanation !== undefined && input.content !== undefined) return 'insert_edit_into_file'
  return input.old_string === undefined ? 'create_file' : 'replace_string_in_file'
}

/** A part of a file is read if lines are named, and then its text cannot be checked as a whole. */
function withRange(input: JsonObject): JsonObject {
  const [first, last] = [numberOf(input.startLine), numberOf(input.endLine)]
  if (first === undefined && last === undefined) return input
  const offset = first ?? 1
  return { ...input, offset, ...(last === undefined ? {} : { limit: Math.max(0, last - offset + 1) }) }
}

/** Several replacements in one call may be in several files. */
function withEdits(input: JsonObject): JsonObject {
  const { replacements } = input
  if (!Array.isArray(replacements)) return input
  const edits = replacements.filter(isObject).map(({ filePath, oldString, newString }) => ({
    file_path: filePath,
    old_string: oldString,
    new_string: newString,
  }))
  const [first, ...others] = edits
  const isOneFile = others.every(({ file_path }) => file_path === first?.file_path)
  return { ...input, ...(isOneFile ? dropEmpty({ file_path: first?.file_path }) : {}), edits }
}
