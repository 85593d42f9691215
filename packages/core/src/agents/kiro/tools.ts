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
/** The names of one tool in different versions. */
const versions: readonly (readonly [names: readonly string[], row: AgentTool])[] = (
  [
    ['execute_bash executeBash shell execute_pwsh executePwsh', shell],
    ['fs_read read readFile read_file readMultipleFiles readCode', read],
    ['fs_write write fsWrite fsAppend strReplace str_replace editCode', write],
    ['deleteFile delete_file', { ...write, ours: 'Delete' }],
    ['grep grepSearch grep_search', { ours: 'Grep' }],
    ['listDirectory list_directory', { ours: 'LS' }],
    ['use_subagent subagent invokeSubAgent', { ours: 'Task' }],
  ] as const
).map(([names, row]) => [names.split(' '), row])
/** Tools without a counterpart. */
const others = 'glob fileSearch file_search use_aws aws web_search web_fetch remote_web_search webFetch'

export const kiroToolRows: Readonly<Record<string, AgentTool>> = Object.fromEntries([
  ...versions.flatMap(([names, row]) => names.map((name) => [name, row] as const)),
  ...others.split(' ').map((name) => [name, {}] as const),
])

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

export const kiroCalls = createTools({ rows: kiroToolRows, shapes, mcp, synonyms: versions.map(([names]) => names) })

/** A read may name several files, in `operations` or `paths`. */
function withPaths(input: JsonObject): JsonObject {
  if (input.file_path !== undefined) return input
  const list = [input.operations, input.paths, input.files].find(Array.isArray) ?? []
  const paths = list.flatMap((one: unknown) => textOf(one) ?? textOf(isObject(one) ? one.path : undefined) ?? [])
  return paths.length === 1 ? { ...input, file_path: paths[0] } : { ...input, file_paths: paths }
}
