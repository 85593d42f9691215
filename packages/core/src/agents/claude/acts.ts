/** A tool call of Claude Code as our specific events (CONTRACT §2, order of a tool call): it reports the call and nothing inside it. */

import type { Part } from '../../ports.ts'
import { commonFields } from '../../protocol/common.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { shellInputOf } from '../../protocol/tool-commands.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { given, parsed, textOf } from '../values.ts'
import { claudeNames } from './events.ts'
import { shellFailure } from './tools.ts'

interface ActRow {
  readonly is: (tool: string) => boolean
  readonly parts: Readonly<Partial<Record<EventName, ActPart>>>
}
type ActPart = readonly [name: EventName, input: Fields]
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
/** A command inside the call of a tool that has no row: it passes the gates of shell commands. */
const inside: Fields = (input) => shellInputOf(textOf(input.tool_name) ?? '', input.tool_input, input.cwd) ?? {}
const runsCommand = (input: JsonObject): boolean => Object.keys(inside(input, () => '')).length > 0
const mcp: Fields = (input) => ({
  tool_name: (textOf(input.tool_name) ?? '').replace(/^MCP:/, ''),
  tool_input: JSON.stringify(call(input)),
  mcp_server_name: input.mcp_server_name,
  mcp_full_name: input.mcp_full_name,
})

/** Which part of a file is read, where it is not the whole. */
const rangeOf = ({ offset, limit, pages }: JsonObject): JsonObject => ({ offset, limit, pages })
/** A refusal is honoured at the call that starts it, and nowhere after that. */
const subagent: Fields = (input) => ({
  subagent_type: textOf(call(input).subagent_type) ?? 'general-purpose',
  task: textOf(call(input).prompt),
  parent_conversation_id: input.conversation_id,
  tool_call_id: input.tool_use_id,
  subagent_model: textOf(call(input).model),
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
          ...rangeOf(call(input)),
        }),
      ],
    },
  },
  {
    is: (tool) => tool === 'Write',
    parts: { postToolUse: ['afterFileEdit', (input) => ({ file_path: pathOf(input), edits: editsOf(call(input)) })] },
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

/** Commands in the inputs of other tools. The server's answer to an MCP call has an event of its own. */
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

/** The specific events inside a generic one, as the input of ours has it. */
export function within(name: EventName, input: JsonObject): readonly Part[] {
  const tool = textOf(input.tool_name) ?? ''
  const known = rows.find((row) => row.is(tool))?.parts[name]
  const also = commands.find((row) => row.is(tool))?.parts[name]
  const found = [known, also !== undefined && runsCommand(input) ? also : undefined]
  return found.flatMap((part) => (part === undefined ? [] : [partOf(part, input)]))
}

function partOf([event, fields]: ActPart, input: JsonObject): Part {
  const key = repeatKey(
    event,
    fields(input, () => ''),
    input.conversation_id,
  )
  return {
    name: event,
    ...(key === undefined ? {} : { repeatKey: key }),
    input: (readText) => ({ ...commonOf(input), ...given(fields(input, readText)), hook_event_name: event }),
  }
}

/** A subagent is reported once more when it starts, and not by the call that started it: its type is all that both have. */
export function repeatKey(
  name: EventName,
  input: JsonObject,
  conversation = input.conversation_id,
): string | undefined {
  return claudeNames[name] === 'SubagentStart' ? JSON.stringify([name, conversation, input.subagent_type]) : undefined
}

/** Their events from which one of ours comes; none: they never report it. */
export function firedBy(name: EventName): readonly string[] {
  const own = claudeNames[name]
  if (own !== undefined) return [own]
  const around = [...rows, ...commands].flatMap(({ parts }) =>
    (Object.keys(parts) as EventName[]).filter((generic) => parts[generic]?.[0] === name),
  )
  return [...new Set(around)].flatMap((generic) => claudeNames[generic] ?? [])
}

const commonOf = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(commonFields, key)))

function outputOf(input: JsonObject): string {
  const result = parsed(input.tool_output)
  if (isObject(result)) return textOf(result.output) ?? ''
  return shellFailure(input.error_message)?.output ?? textOf(input.error_message) ?? ''
}

/** A file written whole replaces what was there, which is not told. */
function editsOf({ edits, old_string = '', new_string, content, new_source }: JsonObject): readonly JsonObject[] {
  const list = Array.isArray(edits)
    ? edits.filter(isObject)
    : [{ old_string, new_string: new_string ?? content ?? new_source }]
  return list.map((edit) => ({
    old_string: textOf(edit.old_string) ?? '',
    new_string: textOf(edit.new_string) ?? '',
  }))
}
