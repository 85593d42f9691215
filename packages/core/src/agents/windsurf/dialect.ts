/**
 * The dialect of Windsurf's Cascade. It has no event for tool calls in general: each of its events is about one kind of call, and
 * becomes the call of that tool. It reads only the exit code and stderr.
 */

import type { Dialect } from '../../ports.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { createToolCallDialect } from '../tool-calls/dialect.ts'
import { exitCodeReplies } from '../tool-calls/exit-code.ts'
import type { McpNames } from '../tool-calls/mcp-names.ts'
import { createRows, type TranslatedEvents } from '../tool-calls/rows.ts'
import { createTools } from '../tool-calls/tools.ts'
import { encodeInput } from '../usual.ts'
import { dropEmpty, textOf } from '../values.ts'
import { windsurfAgent } from './enforcement.ts'
import { windsurfEvents, windsurfFiredBy, windsurfOnlyEvents } from './names.ts'

const MCP = 'mcp_tool_use'

/** The event has the server and the tool in fields of their own. Inside this file both are part of the name. */
const mcp: McpNames = {
  read(name) {
    const [kind, server, ...tool] = name.split('\n')
    return kind === MCP ? dropEmptyServer(server, tool.join('\n')) : undefined
  },
  write: (server, tool) => [MCP, server, tool].join('\n'),
  names: () => [MCP],
}
const dropEmptyServer = (server: string | undefined, tool: string) =>
  server === undefined || server === '' ? { tool, isCertain: true } : { server, tool, isCertain: true }

const tools = createTools({
  rows: {
    run_command: { ours: 'Shell', given: { command_line: 'command', cwd: 'working_directory' } },
    read_code: { ours: 'Read' },
    write_code: { ours: 'Write', spelled: { path: 'file_path' } },
  },
  shapes: {},
  mcp,
})
const kinds: ReadonlySet<unknown> = new Set(['run_command', 'read_code', 'write_code', MCP])

/** Its files have no matchers. A hook that was imported from one of its events has the tool of this event as its matcher. */
const subjects = () => null
const { preToolUse, postToolUse, beforeSubmitPrompt } = createRows(tools)
const rows: TranslatedEvents = {
  ...(preToolUse && { preToolUse }),
  ...(postToolUse && { postToolUse }),
  ...(beforeSubmitPrompt && { beforeSubmitPrompt: { ...beforeSubmitPrompt, subjects } }),
  afterAgentResponse: {
    theirs: ({ text }) => ({ response: text }),
    ours: ({ response }) => ({ text: response }),
    subjects,
  },
}

const base = createToolCallDialect({
  name: 'windsurf',
  title: 'Windsurf',
  owns: ['windsurf-project', 'windsurf-user'],
  agent: windsurfAgent,
  events: windsurfEvents,
  otherEvents: windsurfOnlyEvents,
  rows,
  tools,
  // Its limit is not documented.
  patienceMs: () => 60_000,
  sends: ({ agent_action_name }) => typeof agent_action_name === 'string',
  // Its payloads do not name the workspace, in which it starts the command.
  directories: () => ({}),
  common: {
    ours: ({ session_id, prompt_id, model }) =>
      dropEmpty({ conversation_id: session_id, session_id, generation_id: prompt_id, model }),
    theirs: ({ conversation_id, session_id, generation_id, model }) => ({
      session_id: session_id ?? conversation_id,
      ...dropEmpty({ prompt_id: generation_id, model }),
    }),
  },
  usualPayload,
  ownPayload,
  ...exitCodeReplies(),
})

export const windsurf: Dialect = {
  ...base,
  firedBy: (name) => windsurfFiredBy[name] ?? [],
  encode(event, context) {
    const encoded = base.encode(event, context)
    // A call of another tool has no event in Windsurf.
    return encoded.input.agent_action_name === null
      ? { input: encodeInput(event, context.edition), notes: ['foreign-dialect'] }
      : encoded
  },
}

const toolOf = (event: string): string | undefined => /^(?:pre|post)_(.+)$/.exec(event)?.[1]

function usualPayload({ agent_action_name: event, tool_info, ...payload }: JsonObject): JsonObject {
  const info = isObject(tool_info) ? tool_info : {}
  const { trajectory_id, execution_id, model_name } = payload
  const common = dropEmpty({ session_id: trajectory_id, prompt_id: execution_id, model: model_name })
  const tool = toolOf(textOf(event) ?? '')
  const { user_prompt: prompt, response, mcp_server_name, mcp_tool_name, mcp_tool_arguments, mcp_result, cwd } = info
  const call =
    tool === MCP
      ? {
          tool_name: typeof mcp_tool_name === 'string' ? mcp.write(textOf(mcp_server_name) ?? '', mcp_tool_name) : MCP,
          tool_input: mcp_tool_arguments ?? {},
          tool_response: mcp_result,
        }
      : { tool_name: tool, tool_input: tool_info }
  return {
    ...common,
    ...dropEmpty({ hook_event_name: event, prompt, response, cwd }),
    ...(kinds.has(tool) ? call : {}),
  }
}

function ownPayload(payload: JsonObject): JsonObject {
  const { hook_event_name, session_id, prompt_id, model, tool_name, tool_input, tool_response, prompt, response } =
    payload
  const common = {
    trajectory_id: session_id,
    ...dropEmpty({ execution_id: prompt_id, model_name: model }),
  }
  const own = (agent_action_name: unknown, tool_info: JsonObject) => ({ agent_action_name, ...common, tool_info })
  if (tool_name === undefined) return own(hook_event_name, dropEmpty({ user_prompt: prompt, response }))
  const name = textOf(tool_name) ?? ''
  const [kind = '', mcp_server_name, mcp_tool_name] = name.split('\n')
  const action = kinds.has(kind) ? `${/^[a-z]+_/.exec(textOf(hook_event_name) ?? '')?.[0]}${kind}` : null
  if (kind !== MCP) return own(action, isObject(tool_input) ? tool_input : {})
  const result = dropEmpty({ mcp_result: tool_response })
  return own(action, { mcp_server_name, mcp_tool_name, mcp_tool_arguments: tool_input, ...result })
}
