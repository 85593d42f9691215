/** Gemini CLI's tools, as of 0.61.0, and the forms of their inputs and results. */

import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import type { McpNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty, numberOf, textOf } from '../values.ts'

const edit: AgentTool = { ours: 'Write', spelled: { path: 'file_path', contents: 'content' } }
/** Tools that run no command and have no counterpart. */
const others = `glob web_fetch google_web_search write_todos save_memory ask_user activate_skill complete_task
   enter_plan_mode exit_plan_mode get_internal_docs update_topic list_mcp_resources read_mcp_resource
   tracker_create_task tracker_update_task tracker_get_task tracker_list_tasks tracker_add_dependency
   tracker_visualize`.split(/\s+/)

export const geminiToolRows: Readonly<Record<string, AgentTool>> = {
  run_shell_command: { ours: 'Shell', given: { dir_path: 'working_directory' } },
  // `offset` and `limit` stand for the lines that it names in its own way.
  read_file: { ours: 'Read', spelled: { path: 'file_path' }, hidden: ['offset', 'limit'] },
  write_file: edit,
  replace: edit,
  grep_search: { ours: 'Grep', given: { dir_path: 'path' } },
  list_directory: { ours: 'LS', given: { dir_path: 'path' } },
  invoke_agent: { ours: 'Task', given: { agent_name: 'subagent_type' } },
  // Older versions have it. Its input has patterns instead of one path.
  read_many_files: { older: true },
  search_file_content: { ours: 'Grep', older: true, oneWay: true },
  ...Object.fromEntries(others.map((name) => [name, {}])),
}

/** A path in the input may be relative to the directory of the payload. */
const absolute = (path: unknown, cwd: string | undefined): unknown =>
  typeof path !== 'string' || cwd === undefined || /^(?:[\\/~]|[A-Za-z]:)/.test(path)
    ? path
    : `${cwd.replace(/[\\/]$/, '')}/${path.replace(/^\.\//, '')}`
const withPath =
  (field: string) =>
  (input: JsonObject, cwd: string | undefined): JsonObject =>
    input[field] === undefined ? input : { ...input, [field]: absolute(input[field], cwd) }

/** The part of a file that is read, by its first line and the number of lines. */
function withRange(input: JsonObject): JsonObject {
  const [start, end] = [numberOf(input.start_line), numberOf(input.end_line)]
  if (start === undefined && end === undefined) return input
  const offset = start ?? 1
  return { ...input, offset, ...(end === undefined ? {} : { limit: Math.max(0, end - offset + 1) }) }
}

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: { ourInput: withPath('working_directory'), response: shown },
  Read: { ourInput: (input, cwd) => withRange(withPath('file_path')(input, cwd)), response: shown },
  Write: {
    theirs: ({ old_string }) => (old_string === undefined ? 'write_file' : 'replace'),
    ourInput: withPath('file_path'),
    response: shown,
  },
}

/** A result in its form: what the model gets, and what the person sees. */
function shown(result: unknown): JsonObject {
  const text = isObject(result) ? (textOf(result.output) ?? JSON.stringify(result)) : result
  return { llmContent: text, returnDisplay: text }
}

/** `mcp_server_tool`. Both names may contain `_`, but `mcp_context` has them apart. */
const mcpNames: McpNames = {
  read(name, { mcp_context: context }) {
    if (isObject(context) && typeof context.tool_name === 'string')
      return { ...dropEmpty({ server: textOf(context.server_name) }), tool: context.tool_name, isCertain: true }
    const [, server, tool] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? []
    return server === undefined || tool === undefined ? undefined : { server, tool, isCertain: false }
  },
  write: (server, tool) => `mcp_${server}_${tool}`,
  // An unknown server matches any: also the ones that the matcher names.
  names: (server, tool, matcher) =>
    (server === undefined ? ['server', ...serversIn(matcher)] : [server]).map((one) => `mcp_${one}_${tool}`),
}
const serversIn = (matcher: string): readonly string[] =>
  [...matcher.matchAll(/mcp_([A-Za-z0-9-]+)/g)].slice(0, 50).map(([, server = '']) => server)

export const geminiCalls = createTools({ rows: geminiToolRows, shapes, mcp: mcpNames })

/** What a tool returned, without the text for the screen: `llmContent` is what the model gets. */
export function readResponse(tool: unknown, response: unknown): unknown {
  const content = isObject(response) ? response.llmContent : undefined
  if (typeof content === 'string')
    return tool === 'run_shell_command' ? dropEmpty(readShellText(content)) : { output: content }
  if (!Array.isArray(content)) return response
  return content.map((part: unknown) =>
    isObject(part) && part.type === undefined && typeof part.text === 'string'
      ? { type: 'text', ...part, text: unwrapped(part.text) }
      : part,
  )
}

/** Text from outside is between these two lines. */
const unwrapped = (text: string): string =>
  /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(text)?.[1] ?? text

/** What a command printed, and its exit code, which is reported only if it is not 0. */
function readShellText(text: string): { readonly output: string; readonly exitCode: number | undefined } {
  const found =
    /^Output: ([\s\S]*?)(?:\nError: [^\n]*)?(?:\nExit Code: (-?\d+))?(?:\nSignal: [^\n]*)?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: \d+)?$/.exec(
      unwrapped(text),
    )
  if (found === null) return { output: text, exitCode: undefined }
  const [, output = '', code] = found
  return { output: output === '(empty)' ? '' : output, exitCode: Number(code ?? 0) }
}
