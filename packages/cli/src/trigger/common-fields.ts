/** Finds the field of an event's input that `--command`, `--file`, `--prompt` and `--tool` set. */
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventNames, eventRows, isObject } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'

const commonFlags = ['command', 'file', 'prompt', 'tool'] as const
export type CommonFlag = (typeof commonFlags)[number]
export type CommonValues = { readonly [F in CommonFlag]?: string | undefined }
/** The field in an event about this subject, and the one in `tool_input` of an event about any tool. */
const fields: Readonly<Record<CommonFlag, { readonly own: string; readonly ofTool?: string }>> = {
  command: { own: 'command', ofTool: 'command' },
  file: { own: 'file_path', ofTool: 'file_path' },
  prompt: { own: 'prompt', ofTool: 'prompt' },
  tool: { own: 'tool_name' },
}

export interface FieldPath {
  readonly inside?: 'tool_input'
  readonly field: string
}

/** Returns undefined if the event has no such field. Former names of a field count too (`task` was `prompt`). */
export function fieldFor(flag: CommonFlag, event: EventName): FieldPath | undefined {
  const { input, older } = eventRows[event]
  const { own, ofTool } = fields[flag]
  if (Object.hasOwn(input, own)) return { field: own }
  const today = older.find((one) => one.name === own && one.inside === undefined)?.today
  if (today !== undefined) return { field: today }
  return ofTool !== undefined && input.tool_input?.type.kind === 'object'
    ? { inside: 'tool_input', field: ofTool }
    : undefined
}

/** Sets the flags in an input. A flag for which the event has no field is a usage error that names the events with one. */
export function withCommon(event: EventName, input: JsonObject, values: CommonValues): JsonObject {
  return givenFlags(values).reduce(
    (result, [flag, value]) => setField(result, fieldFor(flag, event) ?? failNoField(flag, event), value),
    input,
  )
}

function setField(input: JsonObject, { inside, field }: FieldPath, value: string): JsonObject {
  if (inside === undefined) return { ...input, [field]: value }
  const holder = input[inside]
  return { ...input, [inside]: { ...(isObject(holder) ? holder : {}), [field]: value } }
}

export const givenFlags = (values: CommonValues): readonly (readonly [CommonFlag, string])[] =>
  commonFlags.flatMap((flag) => (values[flag] === undefined ? [] : [[flag, values[flag]] as const]))

function failNoField(flag: CommonFlag, event: EventName): never {
  const events = eventNames.filter((name) => fieldFor(flag, name) !== undefined)
  throw new UsageError(
    `--${flag} does not work with ${event}, which has no such field. Events that have one: ${events.join(', ')}`,
  )
}
