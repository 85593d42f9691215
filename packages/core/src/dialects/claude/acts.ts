/** A tool call of Claude Code as our specific events (CONTRACT §2, order of a tool call): it reports the call and nothing inside it. */
import type { Part } from '../../ports.ts'
import { commonFields } from '../../protocol/common.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { isObject } from '../../schema.ts'
import { given, type Json, parsed, textOf } from '../values.ts'
import { claudeNames } from './events.ts'

interface ActRow {
  readonly is: (tool: string) => boolean
  readonly parts: Readonly<Partial<Record<EventName, readonly [name: EventName, input: Fields]>>>
}
type Fields = (input: Json, readText: (path: string) => string) => Json

const call = (input: Json): Json => (isObject(input.tool_input) ? input.tool_input : {})
const pathOf = (input: Json): unknown => {
  const { file_path, path, notebook_path } = call(input)
  return file_path ?? path ?? notebook_path
}
const shell: Fields = (input) => ({
  command: call(input).command,
  cwd: textOf(call(input).working_directory) ?? input.cwd,
  sandbox: false,
})
const ended: Fields = (input, readText) => ({
  ...shell(input, readText),
  output: outputOf(input),
  duration: input.duration,
})
const mcp: Fields = (input) => ({
  tool_name: (textOf(input.tool_name) ?? '').replace(/^MCP:/, ''),
  tool_input: JSON.stringify(call(input)),
  mcp_server_name: input.mcp_server_name,
})

const rows: readonly ActRow[] = [
  {
    is: (tool) => tool === 'Shell',
    parts: {
      preToolUse: ['beforeShellExecution', shell],
      postToolUse: ['afterShellExecution', ended],
      postToolUseFailure: ['afterShellExecution', ended],
    },
  },
  {
    is: (tool) => tool === 'Read',
    parts: {
      preToolUse: [
        'beforeReadFile',
        (input, readText) => ({
          file_path: pathOf(input),
          content: readText(textOf(pathOf(input)) ?? ''),
          attachments: [],
        }),
      ],
    },
  },
  {
    is: (tool) => tool === 'Write',
    parts: { postToolUse: ['afterFileEdit', (input) => ({ file_path: pathOf(input), edits: editsOf(call(input)) })] },
  },
  {
    is: (tool) => tool.startsWith('MCP:'),
    parts: {
      preToolUse: ['beforeMCPExecution', mcp],
      postToolUse: [
        'afterMCPExecution',
        (input, readText) => ({ ...mcp(input, readText), result_json: input.tool_output, duration: input.duration }),
      ],
    },
  },
]

/** The specific event inside a generic one, as the input of ours has it. */
export function within(name: EventName, input: Json): Part | undefined {
  const tool = textOf(input.tool_name) ?? ''
  const found = rows.find((row) => row.is(tool))?.parts[name]
  if (found === undefined) return undefined
  const [event, fields] = found
  return {
    name: event,
    input: (readText) => ({ ...commonOf(input), ...given(fields(input, readText)), hook_event_name: event }),
  }
}

/** Their events from which one of ours comes; none: they never report it. */
export function firedBy(name: EventName): readonly string[] {
  const own = claudeNames[name]
  if (own !== undefined) return [own]
  const around = rows.flatMap(({ parts }) =>
    (Object.keys(parts) as EventName[]).filter((generic) => parts[generic]?.[0] === name),
  )
  return [...new Set(around)].flatMap((generic) => claudeNames[generic] ?? [])
}

const commonOf = (input: Json): Json =>
  Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(commonFields, key)))

function outputOf(input: Json): string {
  const result = parsed(input.tool_output)
  return (isObject(result) ? textOf(result.output) : undefined) ?? textOf(input.error_message) ?? ''
}

/** A file written whole replaces what was there, which is not told. */
function editsOf({ edits, old_string = '', new_string, content, new_source }: Json): readonly Json[] {
  const list = Array.isArray(edits)
    ? edits.filter(isObject)
    : [{ old_string, new_string: new_string ?? content ?? new_source }]
  return list.map((edit) => ({
    old_string: textOf(edit.old_string) ?? '',
    new_string: textOf(edit.new_string) ?? '',
  }))
}
