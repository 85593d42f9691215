/** Codex's tools as hooks see them in 0.166.0, with Hookline's tool for each. MCP tools are `mcp__server__tool`. */

import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import { underscoreNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty, textOf } from '../values.ts'

const patch: AgentTool = { ours: 'Write', given: { command: 'patch' } }
const subagent: AgentTool = { ours: 'Task', given: { message: 'prompt', agent_type: 'subagent_type' } }
/** Tools that run no command and have no counterpart. Hooks see a tool of a group with the name of the group before its own. */
const others =
  `update_plan request_user_input list_mcp_resources list_mcp_resource_templates read_mcp_resource tool_search
   multi_agent_v1wait_agent multi_agent_v1send_input multi_agent_v1resume_agent multi_agent_v1close_agent`.split(/\s+/)

export const codexToolRows: Readonly<Record<string, AgentTool>> = {
  // The directory of a command is the `cwd` of the payload.
  Bash: { ours: 'Shell', hidden: ['working_directory'], mistaken: ['exec_command', 'local_shell'] },
  apply_patch: patch,
  // A matcher may also use these two names of Claude Code for a patch, and `Agent` for a subagent.
  Edit: patch,
  Write: patch,
  spawn_agent: subagent,
  Agent: subagent,
  view_image: { ours: 'Read', oneWay: true },
  ...Object.fromEntries(others.map((name) => [name, {}])),
}

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: {
    theirs: () => 'Bash',
    response: outputText,
    ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }),
    // The exit code is not reported.
    ourResult: (response) => (typeof response === 'string' ? { output: response } : undefined),
  },
  Write: { theirs: () => 'apply_patch', response: outputText },
  Task: {
    theirs: () => 'spawn_agent',
    response: outputText,
    // As in the report of the subagent itself.
    ourInput: (input): JsonObject => ({ subagent_type: 'default', ...input }),
  },
}

export const codexCalls = createTools({
  rows: codexToolRows,
  shapes,
  mcp: underscoreNames,
  takesPatches: true,
  synonyms: [
    ['apply_patch', 'Edit', 'Write'],
    ['spawn_agent', 'Agent'],
  ],
})

/** Codex reports what the model would get, as one text. */
function outputText(result: unknown): unknown {
  return isObject(result) ? (textOf(result.output) ?? JSON.stringify(result)) : result
}
