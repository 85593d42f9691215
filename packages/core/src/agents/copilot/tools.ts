/** Copilot CLI's tools, as of 1.0.102. Payloads of events in PascalCase have Claude Code's names, with Copilot's own arguments. */
import type { JsonObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import { separatedNames } from '../tool-calls/mcp-names.ts'
import { createTools } from '../tool-calls/tools.ts'
import { dropEmpty, numberOf } from '../values.ts'

const shell = { ours: 'Shell', hidden: ['working_directory'] } as const
const read = { ours: 'Read', given: { path: 'file_path' }, hidden: ['offset', 'limit'] } as const
const create = { ours: 'Write', given: { path: 'file_path', file_text: 'content' } } as const
const edit = { ours: 'Write', given: { path: 'file_path', old_str: 'old_string', new_str: 'new_string' } } as const
const task = { ours: 'Task', given: { agent_type: 'subagent_type' } } as const
/** Tools that run no command and have no counterpart. */
const others =
  `glob Glob read_bash stop_bash list_bash fetch_copilot_cli_documentation skill sql session_store_sql read_agent list_agents
   write_agent report_intent update_todo ask_user web_fetch web_search`.split(/\s+/)
const aliases: Readonly<Record<string, AgentTool>> = {
  Bash: shell,
  PowerShell: shell,
  Read: read,
  Write: create,
  Edit: edit,
  Grep: { ours: 'Grep' },
  Agent: task,
  Task: task,
}

/** VS Code's agent runs the hooks of Copilot's files too, with tools of its own. From its documentation, not measured. */
const inVsCode: Readonly<Record<string, AgentTool>> = {
  run_in_terminal: shell,
  read_file: { ours: 'Read', given: { filePath: 'file_path' } },
  create_file: { ours: 'Write', given: { filePath: 'file_path' } },
  replace_string_in_file: {
    ours: 'Write',
    given: { filePath: 'file_path', oldString: 'old_string', newString: 'new_string' },
  },
  multi_replace_string_in_file: { ours: 'Write' },
  insert_edit_into_file: { ours: 'Write', given: { filePath: 'file_path' } },
  edit_notebook_file: { ours: 'Write', given: { filePath: 'notebook_path' } },
  grep_search: { ours: 'Grep' },
  list_dir: { ours: 'LS' },
  runSubagent: { ours: 'Task' },
}

export const copilotToolRows: Readonly<Record<string, AgentTool>> = {
  bash: shell,
  powershell: shell,
  view: read,
  create,
  edit,
  str_replace_editor: edit,
  apply_patch: { ours: 'Write' },
  grep: { ours: 'Grep' },
  rg: { ours: 'Grep' },
  task,
  ...Object.fromEntries(others.map((name) => [name, {}])),
  ...Object.fromEntries(
    Object.entries({ ...aliases, ...inVsCode }).map(([name, row]) => [name, { ...row, oneWay: true as const }]),
  ),
}

/** No tool of Copilot's own has a hyphen, and it brings along a server whose name has them. */
const hyphenNames = separatedNames('-', (name) => Object.hasOwn(copilotToolRows, name), ['github-mcp-server'])

/** Copilot's own name of each tool that payloads of events in PascalCase call by Claude Code's name. */
const ownNames: Readonly<Record<string, string>> = {
  Bash: 'bash',
  PowerShell: 'powershell',
  Read: 'view',
  Write: 'create',
  Edit: 'edit',
  Grep: 'grep',
  Agent: 'task',
  Task: 'task',
}
export const copilotName = (tool: unknown): unknown =>
  typeof tool === 'string' && Object.hasOwn(ownNames, tool) ? ownNames[tool] : tool
/** The other way round. The first one is what it sends. */
export const aliasesOf = (name: string): readonly string[] =>
  Object.keys(ownNames).filter((alias) => ownNames[alias] === name)

const calls = createTools({
  rows: copilotToolRows,
  shapes: {
    Shell: {
      theirs: () => 'bash',
      ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }),
    },
    Read: { theirs: () => 'view', ourInput: withRange },
    Write: { theirs: ({ old_string }) => (old_string === undefined ? 'create' : 'edit') },
  },
  mcp: hyphenNames,
})

export const copilotCalls: typeof calls = {
  ...calls,
  // A matcher may also have the names that payloads of events in PascalCase have.
  theirNames(input, matcher, isHost) {
    const names = calls.theirNames(input, matcher, isHost)
    return [...names, ...names.flatMap(aliasesOf)]
  },
}

/** `view_range: [first, last]` as the usual arguments; a last line of -1 is the end of the file. */
function withRange(input: JsonObject): JsonObject {
  if (!Array.isArray(input.view_range)) return input
  const [first, last] = input.view_range.map(numberOf)
  const limit = first === undefined || last === undefined || last < first ? undefined : last - first + 1
  return { ...input, offset: first ?? 1, ...dropEmpty({ limit }) }
}
