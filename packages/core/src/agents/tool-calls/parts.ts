/** Derives Hookline's specific events from a tool call, for agents that report only the call itself (CONTRACT §2, order of a tool call). */

import type { Part } from '../../ports.ts'
import { commonFields } from '../../protocol/common.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { shellInputOf } from '../../protocol/tool-commands.ts'
import { editsOfTool } from '../../protocol/tool-edits.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { dropEmpty, parseJson, textOf } from '../values.ts'
import { shellFailure } from './tools.ts'

interface ActRow {
  readonly is: (tool: string) => boolean
  readonly parts: Readonly<Partial<Record<EventName, ActPart>>>
}
/** `each`: the inputs of several events of one kind, as for a patch of several files. */
type ActPart = readonly [name: EventName, input: Fields, each?: (input: JsonObject) => readonly Fields[]]
type Fields = (input: JsonObject, readText: (path: string) => string) => JsonObject

const call = (input: JsonObject): JsonObject => (isObject(input.tool_input) ? input.tool_input : {})
const pathOf = (input: JsonObject): unknown => {
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
  exit_code: input.exit_code,
  duration: input.duration,
})
/** A command in the input of a tool without a row. The gate of shell commands decides about it. */
const inside: Fields = (input) => shellInputOf(textOf(input.tool_name) ?? '', input.tool_input, input.cwd) ?? {}
const runsCommand = (input: JsonObject): boolean => Object.keys(inside(input, () => '')).length > 0
const mcp: Fields = (input) => ({
  tool_name: (textOf(input.tool_name) ?? '').replace(/^MCP:/, ''),
  tool_input: JSON.stringify(call(input)),
  mcp_server_name: input.mcp_server_name,
  mcp_full_name: input.mcp_full_name,
})

/** The part of a file that is read, if it is not the whole file. */
const rangeOf = ({ offset, limit, pages }: JsonObject): JsonObject => ({ offset, limit, pages })
const readFile =
  (path: unknown): Fields =>
  (input, readText) => ({
    file_path: path,
    content: readText(textOf(path) ?? ''),
    attachments: [],
    ...rangeOf(call(input)),
  })
/** One event for each file, because a call can read several. */
const readFiles = (input: JsonObject): readonly Fields[] => {
  const { file_paths: paths } = call(input)
  return Array.isArray(paths) && pathOf(input) === undefined ? paths.map(readFile) : [readFile(pathOf(input))]
}
/** Agents apply a denial only at the call that starts the subagent. */
const subagent: Fields = (input) => ({
  subagent_type: textOf(call(input).subagent_type) ?? 'general-purpose',
  task: textOf(call(input).prompt),
  parent_conversation_id: input.conversation_id,
  tool_call_id: input.tool_use_id,
  subagent_model: textOf(call(input).model),
})

const editedFile: Fields = (input) => ({ file_path: pathOf(input), edits: editsOf(call(input)) })
/** One event for each file, because a patch can change several. */
const patchedFiles = (input: JsonObject): readonly Fields[] => {
  if (pathOf(input) !== undefined) return [editedFile]
  const { files } = editsOfTool(input.tool_input)
  return files.map(
    ({ paths, oldText, newText }): Fields =>
      () => ({ file_path: paths[0], edits: [{ old_string: oldText, new_string: newText }] }),
  )
}

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
      preToolUse: ['beforeReadFile', (input, readText) => readFile(pathOf(input))(input, readText), readFiles],
    },
  },
  {
    is: (tool) => tool === 'Write',
    parts: { postToolUse: ['afterFileEdit', editedFile, patchedFiles] },
  },
  {
    is: (tool) => tool === 'Task',
    parts: { preToolUse: ['subagentStart', subagent] },
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

/** Commands in the inputs of other tools. The result of an MCP call has an event of its own. */
const commands: readonly ActRow[] = [
  {
    is: (tool) => !rows.some((row) => row.is(tool)),
    parts: {
      preToolUse: ['beforeShellExecution', inside],
      postToolUse: [
        'afterShellExecution',
        (input, readText) => ({ ...ended(input, readText), ...inside(input, readText) }),
      ],
      postToolUseFailure: [
        'afterShellExecution',
        (input, readText) => ({ ...ended(input, readText), ...inside(input, readText) }),
      ],
    },
  },
  { is: (tool) => tool.startsWith('MCP:'), parts: { preToolUse: ['beforeShellExecution', inside] } },
]

/** By what a later report of the same event is recognised. Undefined: the agent does not repeat it. */
export type RepeatKey = (name: EventName, input: JsonObject) => string | undefined

/** The specific events that belong to a generic one. */
export function within(name: EventName, input: JsonObject, repeatKey: RepeatKey = () => undefined): readonly Part[] {
  const tool = textOf(input.tool_name) ?? ''
  const known = rows.find((row) => row.is(tool))?.parts[name]
  const also = commands.find((row) => row.is(tool))?.parts[name]
  const found = [known, also !== undefined && runsCommand(input) ? also : undefined]
  return found.flatMap((part) => (part === undefined ? [] : partsOf(part, input, repeatKey)))
}

const partsOf = ([event, fields, each]: ActPart, input: JsonObject, repeatKey: RepeatKey): readonly Part[] =>
  (each?.(input) ?? [fields]).map((one) => partOf(event, one, input, repeatKey))

function partOf(event: EventName, fields: Fields, input: JsonObject, repeatKey: RepeatKey): Part {
  const { conversation_id } = input
  const key = repeatKey(event, { ...fields(input, () => ''), conversation_id })
  return {
    name: event,
    ...(key === undefined ? {} : { repeatKey: key }),
    input: (readText) => ({ ...commonOf(input), ...dropEmpty(fields(input, readText)), hook_event_name: event }),
  }
}

/** The generic events inside which this event happens. */
export const eventsAround = (name: EventName): readonly EventName[] => [
  ...new Set(
    [...rows, ...commands].flatMap(({ parts }) =>
      // `parts` is a record by event name.
      (Object.keys(parts) as EventName[]).filter((generic) => parts[generic]?.[0] === name),
    ),
  ),
]

const commonOf = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(commonFields, key)))

function outputOf(input: JsonObject): string {
  const result = parseJson(input.tool_output)
  if (isObject(result)) return textOf(result.output) ?? ''
  return shellFailure(input.error_message)?.output ?? textOf(input.error_message) ?? ''
}

/** For a file that is written as a whole, the old text is not known. */
function editsOf({ edits, old_string = '', new_string, content, new_source }: JsonObject): readonly JsonObject[] {
  const list = Array.isArray(edits)
    ? edits.filter(isObject)
    : [{ old_string, new_string: new_string ?? content ?? new_source }]
  return list.map((edit) => ({
    old_string: textOf(edit.old_string) ?? '',
    new_string: textOf(edit.new_string) ?? '',
  }))
}
