/** Claude Code's tools, as of 2.1.325 and earlier, with Hookline's tool for each and the arguments whose names differ. */
import type { AgentTool } from '../agent.ts'

const shell = { ours: 'Shell', hidden: ['working_directory'] } as const
const edit = {
  ours: 'Write',
  spelled: { path: 'file_path', contents: 'content', target_notebook: 'notebook_path' },
} as const
/** Tools that run no command and have no counterpart. */
const others =
  `Glob LS NotebookRead WebFetch WebSearch TodoRead TodoWrite BashOutput KillShell KillBash TaskOutput TaskStop TaskCreate
   TaskGet TaskList TaskUpdate EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree AskUserQuestion Skill SlashCommand
   ListMcpResources ReadMcpResource ListMcpResourcesTool ReadMcpResourceTool LSP ToolSearch SendMessage TeamCreate
   TeamDelete CronCreate CronDelete CronList PushNotification RemoteTrigger StructuredOutput`.split(/\s+/)

/** MCP tools (`mcp__server__tool`) are translated by their form and have no rows. */
export const claudeToolRows: Readonly<Record<string, AgentTool>> = {
  Bash: {
    ...shell,
    mistaken: [...['shell', 'terminal', 'run_terminal_cmd', 'run_shell_command', 'run_in_terminal', 'execute_command']],
  },
  PowerShell: shell,
  Monitor: { ours: 'Shell', oneWay: true },
  Read: { ours: 'Read', spelled: { path: 'file_path' }, mistaken: ['read_file', 'readfile'] },
  Write: { ...edit, mistaken: ['write_file', 'create_file', 'writefile'] },
  Edit: {
    ...edit,
    mistaken: [
      ...['strreplace', 'applypatch', 'apply_patch', 'str_replace', 'search_replace', 'edit_file', 'editfile'],
    ],
  },
  MultiEdit: edit,
  NotebookEdit: { ...edit, mistaken: ['editnotebook'] },
  Grep: { ours: 'Grep' },
  Task: { ours: 'Task' },
  Agent: { ours: 'Task' },
  ...Object.fromEntries(others.map((name) => [name, {}])),
}

/** Maps Claude Code's tool names to Hookline's, for tools that are translated in both directions. */
export const claudeTools: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(claudeToolRows).flatMap(([name, { ours, oneWay }]) =>
    ours === undefined || oneWay === true ? [] : [[name, ours]],
  ),
)
