/** Makes a realistic input for an event. The `tool_input` of a tool with its own event comes from the sample of that event. */
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { type CommonValues, fieldFor, givenFlags } from './common-fields.ts'

export function sampleOf(event: EventName, root: string, values: CommonValues): JsonObject {
  const sample = eventRows[event].sample(root) as JsonObject // Every input is a JSON object.
  const aboutAnyTool = givenFlags(values).some(
    ([flag]) => flag === 'tool' || fieldFor(flag, event)?.inside !== undefined,
  )
  if (!aboutAnyTool || eventRows[event].input.tool_input?.type.kind !== 'object') return sample
  const call = sampleCall(root, values) ?? { tool_input: {} }
  return { ...sample, ...call }
}

/** A call of the named tool, or else of the tool that takes the given flags. */
function sampleCall(root: string, values: CommonValues): JsonObject | undefined {
  const calls = eventNames.flatMap((name) => {
    const row = eventRows[name]
    const call = row.act?.tool?.(row.sample(root) as never) // The sample is an input of the same event.
    return call === undefined ? [] : [{ name, call }]
  })
  const { tool } = values
  if (tool !== undefined)
    return calls.find(({ call }) => call.tool_name === tool || (isMcp(tool) && isMcp(call.tool_name)))?.call
  return calls.find(({ name }) => givenFlags(values).every(([flag]) => fieldFor(flag, name) !== undefined))?.call
}

const isMcp = (tool: string): boolean => tool.startsWith('MCP:')
