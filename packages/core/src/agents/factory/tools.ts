/** Factory Droid's tools, with Hookline's tool for each and the arguments whose names differ. */
import type { JsonObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import { underscoreNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty } from '../values.ts'

const file = { spelled: { path: 'file_path', contents: 'content' } } as const

/** MCP tools (`mcp__server__tool`) are translated by their form and have no rows. */
export const factoryToolRows: Readonly<Record<string, AgentTool>> = {
  Execute: { ours: 'Shell', hidden: ['working_directory'], mistaken: ['bash', 'shell'] },
  Read: { ours: 'Read', ...file },
  Create: { ours: 'Write', ...file, mistaken: ['write'] },
  Edit: { ours: 'Write', ...file, given: { old_str: 'old_string', new_str: 'new_string' } },
  ApplyPatch: { ours: 'Write' },
  Grep: { ours: 'Grep' },
  LS: { ours: 'LS' },
  Task: { ours: 'Task' },
  ...Object.fromEntries(
    'Glob FetchUrl WebSearch TodoWrite ExitSpecMode AskUser Skill GenerateDroid'.split(' ').map((name) => [name, {}]),
  ),
}

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: { ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }) },
  Write: { theirs: kindOfWrite },
}

export const factoryCalls = createTools({
  rows: factoryToolRows,
  shapes,
  mcp: underscoreNames,
  takesPatches: true,
})

function kindOfWrite(input: JsonObject): string {
  if (input.file_path === undefined && input.path === undefined) return 'ApplyPatch'
  return input.old_string === undefined ? 'Create' : 'Edit'
}
