/** A realistic input for an event. For a tool that has an event of its own, its `tool_input` is as that event would say it. */
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { type CommonValues, given, placeOf } from './common-fields.ts'

export function sampleOf(event: EventName, root: string, values: CommonValues): JsonObject {
  const sample = eventRows[event].sample(root) as JsonObject
  const aboutAnyTool = given(values).some(([flag]) => flag === 'tool' || placeOf(flag, event)?.inside !== undefined)
  if (!aboutAnyTool || eventRows[event].input.tool_input?.type.kind !== 'object') return sample
  const call = callOf(root, values) ?? { tool_input: {} }
  return { ...sample, ...call }
}

/** The call of the tool that was named, else of the tool that takes what was given. */
function callOf(root: string, values: CommonValues): JsonObject | undefined {
  const calls = eventNames.flatMap((name) => {
    const row = eventRows[name]
    const call = row.act?.tool?.(row.sample(root) as never)
    return call === undefined ? [] : [{ name, call }]
  })
  const { tool } = values
  if (tool !== undefined)
    return calls.find(({ call }) => call.tool_name === tool || (isMcp(tool) && isMcp(call.tool_name)))?.call
  return calls.find(({ name }) => given(values).every(([flag]) => placeOf(flag, name) !== undefined))?.call
}

const isMcp = (tool: string): boolean => tool.startsWith('MCP:')
