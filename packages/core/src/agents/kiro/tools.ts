/** Kiro's tools, with Hookline's tool for each and the arguments whose names differ. Its versions have different names for the same tools. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import type { McpNames } from '../tool-calls/mcp-names.ts'
import { createTools, type ToolShape } from '../tool-calls/tools.ts'
import { dropEmpty, textOf } from '../values.ts'

const shell = { ours: 'Shell', hidden: ['working_directory'] } as const
const read = { ours: 'Read', given: { path: 'file_path' } } as const
const write = {
  ours: 'Write',
  given: {
    ...{ path: 'file_path', text: 'content', file_text: 'content' },
    ...{ oldStr: 'old_string', newStr: 'new_string', old_str: 'old_string', new_str: 'new_string' },
  },
} as const
const rows = (names: string, row: AgentTool): Readonly<Record<string, AgentTool>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, row]))

export const kiroToolRows: Readonly<Record<string, AgentTool>> = {
  ...rows('execute_bash executeBash shell execute_pwsh executePwsh', shell),
  ...rows('fs_read read readFile read_file readMultipleFiles readCode', read),
  ...rows('fs_write write fsWrite fsAppend strReplace str_replace editCode', write),
  ...rows('deleteFile delete_file', { ...write, ours: 'Delete' }),
  ...rows('grep grepSearch grep_search', { ours: 'Grep' }),
  ...rows('listDirectory list_directory', { ours: 'LS' }),
  ...rows('use_subagent subagent invokeSubAgent', { ours: 'Task' }),
  ...rows('glob fileSearch file_search use_aws aws web_search web_fetch remote_web_search webFetch', {}),
}

/** `@server/tool`. */
const mcp: McpNames = {
  read(name) {
    const found = /^@([^/]+)\/(.+)$/.exec(name) ?? /^mcp__(.+?)__(.+)$/.exec(name)
    const [, server = '', tool = ''] = found ?? []
    return found === null ? undefined : { server, tool, isCertain: true }
  },
  write: (server, tool) => `@${server}/${tool}`,
  names: (server, tool) => [`@${server ?? 'server'}/${tool}`],
}

const shapes: Readonly<Record<string, ToolShape>> = {
  Shell: { ourInput: (input, cwd) => ({ ...input, ...dropEmpty({ working_directory: cwd }) }) },
  Read: { ourInput: withPaths },
}

export const kiroCalls = createTools({ rows: kiroToolRows, shapes, mcp })

/** A read may name several files, in `operations` or `paths`. */
function withPaths(input: JsonObject): JsonObject {
  if (input.file_path !== undefined) return input
  const list = [input.operations, input.paths, input.files].find(Array.isArray) ?? []
  const paths = list.flatMap((one: unknown) => textOf(one) ?? textOf(isObject(one) ? one.path : undefined) ?? [])
  return paths.length === 1 ? { ...input, file_path: paths[0] } : { ...input, file_paths: paths }
}
