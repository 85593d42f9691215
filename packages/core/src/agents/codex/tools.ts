/** Codex's tools as hooks see them in 0.166.0, with Hookline's tool for each. MCP tools are `mcp__server__tool`. */

import { writePatch } from '../../protocol/read-patch.ts'
import { editsOfTool } from '../../protocol/tool-edits.ts'
import { isEditTool } from '../../protocol/tools.ts'
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

const calls = createTools({
  rows: codexToolRows,
  shapes,
  mcp: underscoreNames,
  takesPatches: true,
  synonyms: [
    ['apply_patch', 'Edit', 'Write'],
    ['spawn_agent', 'Agent'],
  ],
})

/** Edits of agents that have no patches are one for hooks in Codex's format, because these read nothing else. */
export const codexCalls: typeof calls = {
  ...calls,
  theirCall(input) {
    const call = calls.theirCall(input)
    const command = isObject(call.tool_input) && call.tool_input.command === undefined ? madePatch(input) : undefined
    return command === undefined ? call : { ...call, tool_input: { command } }
  },
  rewrittenInput(tool, ours, theirs) {
    const made = madePatch({ tool_name: tool, tool_input: ours })
    if (ours.patch !== undefined || made === undefined) return calls.rewrittenInput(tool, ours, theirs)
    return theirs.command === made ? ours : (withPatch(ours, theirs.command) ?? { patch: theirs.command })
  },
}

/** Undefined for a call that is not an edit, or does not say which files it changes. */
function madePatch({ tool_name, tool_input }: JsonObject): string | undefined {
  if (!isEditTool(textOf(tool_name) ?? '')) return undefined
  if (typeof tool_input === 'string') return tool_input
  const { files } = editsOfTool(tool_input)
  return files.length === 0 ? undefined : writePatch(files)
}

/** The input of an edit with what a rewritten patch says. Undefined if it can hold only a part of it. */
function withPatch(ours: JsonObject, patch: unknown): JsonObject | undefined {
  const [file, ...others] = editsOfTool({ patch }).files
  const path = ['file_path', 'path'].find((key) => ours[key] !== undefined)
  if (file === undefined || others.length > 0 || path === undefined || ours.edits !== undefined) return undefined
  const { oldText: old_string, newText: new_string } = file
  const text = ours.old_string === undefined ? { content: new_string } : { old_string, new_string }
  return { ...ours, [path]: file.paths[0], ...text }
}

/** Codex reports what the model would get, as one text. */
function outputText(result: unknown): unknown {
  return isObject(result) ? (textOf(result.output) ?? JSON.stringify(result)) : result
}
