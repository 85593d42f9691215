/** `--command`, `--file`, `--prompt`, `--tool`: where each stands in an event's input, found in the row's shape. */
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'

const commonFlags = ['command', 'file', 'prompt', 'tool'] as const
export type CommonFlag = (typeof commonFlags)[number]
export type CommonValues = { readonly [F in CommonFlag]?: string | undefined }
/** The field that holds it in an event of its own, and in `tool_input` where the event is about any tool. */
const fields: Readonly<Record<CommonFlag, { readonly own: string; readonly ofTool?: string }>> = {
  command: { own: 'command', ofTool: 'command' },
  file: { own: 'file_path', ofTool: 'file_path' },
  prompt: { own: 'prompt', ofTool: 'prompt' },
  tool: { own: 'tool_name' },
}

export interface Place {
  readonly inside?: 'tool_input'
  readonly field: string
}

/** Undefined: the event has no place for it. A field that was once called so counts (`task` was `prompt`). */
export function placeOf(flag: CommonFlag, event: EventName): Place | undefined {
  const { input, older } = eventRows[event]
  const { own, ofTool } = fields[flag]
  if (Object.hasOwn(input, own)) return { field: own }
  const today = older.find((one) => one.name === own && one.inside === undefined)?.today
  if (today !== undefined) return { field: today }
  return ofTool !== undefined && input.tool_input?.type.kind === 'object'
    ? { inside: 'tool_input', field: ofTool }
    : undefined
}

/** The flags laid over an input; a flag without a place is misuse, and names the events that have one. */
export function withCommon(event: EventName, input: JsonObject, values: CommonValues): JsonObject {
  return given(values).reduce(
    (result, [flag, value]) => laid(result, placeOf(flag, event) ?? nowhere(flag, event), value),
    input,
  )
}

function laid(input: JsonObject, { inside, field }: Place, value: string): JsonObject {
  if (inside === undefined) return { ...input, [field]: value }
  const holder = input[inside]
  return { ...input, [inside]: { ...(isObject(holder) ? holder : {}), [field]: value } }
}

export const given = (values: CommonValues): readonly (readonly [CommonFlag, string])[] =>
  commonFlags.flatMap((flag) => (values[flag] === undefined ? [] : [[flag, values[flag]] as const]))

function nowhere(flag: CommonFlag, event: EventName): never {
  const events = eventNames.filter((name) => placeOf(flag, name) !== undefined)
  throw new UsageError(`${event} has no place for --${flag}; these have: ${events.join(', ')}`)
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
