/** Derives shell events from calls of other tools, for which Cursor reports no shell command (CONTRACT §2). */

import type { Part } from '../../ports.ts'
import { commonFields } from '../../protocol/common.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { shellInputOf } from '../../protocol/tool-commands.ts'
import type { JsonObject } from '../../schema.ts'
import { textOf } from '../values.ts'

/** The tools for which Cursor fires the events of shell commands itself. */
const ownShell: ReadonlySet<string> = new Set(['Shell', 'run_terminal_cmd'])

type Tool = (input: JsonObject) => string | undefined

/** The command of an MCP tool is checked at the MCP event, where Cursor can ask a person. */
const otherTool: Tool = ({ tool_name: name }) =>
  typeof name !== 'string' || ownShell.has(name) || name.startsWith('MCP:') ? undefined : name
const mcpTool: Tool = ({ tool_name: name }) => `MCP:${(textOf(name) ?? '').replace(/^MCP:/, '')}`

const before = 'beforeShellExecution'
const after = 'afterShellExecution'
const parts: Readonly<Partial<Record<EventName, readonly [event: EventName, tool: Tool]>>> = {
  preToolUse: [before, otherTool],
  postToolUse: [after, otherTool],
  postToolUseFailure: [after, otherTool],
  beforeMCPExecution: [before, mcpTool],
}

export function within(name: EventName, input: JsonObject): readonly Part[] {
  const [event, toolOf] = parts[name] ?? []
  const tool = toolOf?.(input)
  if (event === undefined || tool === undefined) return []
  const shell = shellInputOf(tool, input.tool_input, input.cwd)
  if (shell === undefined) return []
  const common = Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(commonFields, key)))
  const output = event === after ? { output: textOf(input.tool_output) ?? textOf(input.error_message) ?? '' } : {}
  const duration = event === after && typeof input.duration === 'number' ? { duration: input.duration } : {}
  return [{ name: event, input: () => ({ ...common, ...shell, ...output, ...duration, hook_event_name: event }) }]
}
