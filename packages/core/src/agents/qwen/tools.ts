/** Qwen Code's tools, as of 0.24.4, and the forms of their results. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import { underscoreNames } from '../tool-calls/mcp-names.ts'
import { createTools } from '../tool-calls/tools.ts'
import { dropEmpty, textOf } from '../values.ts'

const edit = { ours: 'Write', spelled: { path: 'file_path', contents: 'content' } } as const
/** Tools that run no command and have no counterpart. */
const others =
  `glob zoom_image todo_write save_memory skill exit_plan_mode enter_plan_mode web_fetch web_search image_gen lsp
   ask_user_question cron_create cron_list cron_delete loop_wakeup create_sub_session list_agents task_stop task_create
   task_update task_list team_create team_delete send_message structured_output tool_search read_mcp_resource
   enter_worktree exit_worktree artifact record_artifact report_findings get_goal update_goal`.split(/\s+/)

export const qwenToolRows: Readonly<Record<string, AgentTool>> = {
  run_shell_command: { ours: 'Shell', given: { directory: 'working_directory' } },
  monitor: { ours: 'Shell', oneWay: true },
  read_file: { ours: 'Read', spelled: { path: 'file_path' } },
  write_file: edit,
  edit,
  notebook_edit: { ours: 'Write', spelled: { target_notebook: 'notebook_path' } },
  grep_search: { ours: 'Grep' },
  list_directory: { ours: 'LS' },
  agent: { ours: 'Task' },
  ...Object.fromEntries(others.map((name) => [name, {}])),
}

/** Other names of a tool. A matcher means one only if it is, or lists, exactly this name. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  run_shell_command: ['Bash', 'Shell', 'ShellTool'],
  read_file: ['Read', 'ReadFile', 'ReadFileTool'],
  write_file: ['Write', 'WriteFile', 'WriteFileTool'],
  edit: ['Edit', 'EditTool', 'replace'],
  notebook_edit: ['NotebookEdit', 'NotebookEditTool'],
  grep_search: ['Grep', 'GrepTool', 'search_file_content', 'SearchFiles'],
  list_directory: ['ListFiles', 'ListFilesTool', 'ReadFolder'],
  agent: ['Agent', 'AgentTool', 'task', 'Task'],
}

const calls = createTools({
  rows: qwenToolRows,
  shapes: {
    Shell: { ourInput: (input, cwd) => ({ ...dropEmpty({ working_directory: cwd }), ...input }) },
    Write: { theirs: kindOfWrite },
  },
  mcp: underscoreNames,
})

export const qwenCalls: typeof calls = {
  ...calls,
  theirNames(input, matcher, isHost) {
    const names = calls.theirNames(input, matcher, isHost)
    const listed = matcher.split('|').map((name) => name.trim())
    return [...names, ...names.flatMap((name) => aliases[name] ?? []).filter((alias) => listed.includes(alias))]
  },
}

function kindOfWrite({ notebook_path, target_notebook, old_string }: JsonObject): string {
  if ((notebook_path ?? target_notebook) !== undefined) return 'notebook_edit'
  return old_string === undefined ? 'write_file' : 'edit'
}

/** What a command printed and its exit code, from the text that the model gets. */
export function readShellText(text: string): { readonly output: string; readonly exitCode: number | undefined } {
  const found = /^Command: [\s\S]*?\nOutput: ([\s\S]*)\nError: [\s\S]*\nExit Code: (\S+)\nSignal: /.exec(text)
  if (found === null) return { output: text, exitCode: undefined }
  const [, output = '', code = ''] = found
  return { output: output === '(empty)' ? '' : output, exitCode: /^\d+$/.test(code) ? Number(code) : undefined }
}

/** The result without the text for the screen: `llmContent` is what the model gets. */
export function readResponse(tool: unknown, response: unknown): unknown {
  const content = isObject(response) ? response.llmContent : undefined
  const text = textOf(content)
  if (text !== undefined) return tool === 'run_shell_command' ? dropEmpty(readShellText(text)) : { output: text }
  if (!Array.isArray(content)) return response
  return content.map((part: unknown) =>
    isObject(part) && part.type === undefined && typeof part.text === 'string' ? { type: 'text', ...part } : part,
  )
}
