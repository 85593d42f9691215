/** OpenCode's tools, as of 1.18.33, and the forms of their results. */
import { isObject } from '../../schema.ts'
import type { AgentTool } from '../agent.ts'
import { separatedNames } from '../tool-calls/mcp-names.ts'
import { createTools } from '../tool-calls/tools.ts'
import { dropEmpty, numberOf, textOf } from '../values.ts'

const write = { ours: 'Write', given: { filePath: 'file_path' } } as const
const edit = {
  ours: 'Write',
  given: { filePath: 'file_path', oldString: 'old_string', newString: 'new_string' },
} as const
/** Tools that run no command and have no counterpart. */
const others = 'glob skill todowrite todoread webfetch websearch codesearch question lsp'.split(' ')

export const opencodeToolRows: Readonly<Record<string, AgentTool>> = {
  bash: { ours: 'Shell', given: { workdir: 'working_directory' } },
  read: { ours: 'Read', given: { filePath: 'file_path' } },
  write,
  edit,
  apply_patch: { ours: 'Write' },
  grep: { ours: 'Grep' },
  list: { ours: 'LS' },
  task: { ours: 'Task' },
  ...Object.fromEntries(others.map((name) => [name, {}])),
}

export const opencodeCalls = createTools({
  rows: opencodeToolRows,
  shapes: {
    Shell: { ourInput: (input, cwd) => ({ ...dropEmpty({ working_directory: cwd }), ...input }) },
    Write: { theirs: ({ old_string }) => (old_string === undefined ? 'write' : 'edit') },
  },
  mcp: separatedNames('_', (name) => Object.hasOwn(opencodeToolRows, name)),
})

/** The result as the model gets it. A result of an MCP tool is a list of content. */
export function readResponse(tool: unknown, response: unknown): unknown {
  if (!isObject(response)) return response
  if (Array.isArray(response.content)) return response.content
  const output = textOf(response.output)
  if (output === undefined) return response
  const { exit } = isObject(response.metadata) ? response.metadata : {}
  return tool === 'bash' ? { output, ...dropEmpty({ exitCode: numberOf(exit) }) } : { output }
}

/** The text of a file, which read shows with numbered lines. Undefined: something else, or only a part. */
export function shownText(output: string): string | undefined {
  const found = /<content>\n([\s\S]*)\n\n\(End of file - total \d+ lines\)\n<\/content>/.exec(output)
  return found?.[1]
    ?.split('\n')
    .map((line) => line.replace(/^\d+: /, ''))
    .join('\n')
}
