/** Builds the input of a case: the sample of its event, changed by what the case says, with short forms expanded. */
import { resolve } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, isObject } from '@hookline/core/protocol'

const fieldsOf = (event: EventName): ReadonlySet<string> => new Set(Object.keys(eventRows[event].input))

/** A name for a case without one: its command, file, prompt or tool. */
export function subjectOf(event: EventName | undefined, input: JsonObject): string {
  const inner = isObject(input.tool_input) ? input.tool_input : {}
  const candidates = [
    input.command,
    inner.command,
    input.file,
    input.file_path,
    input.prompt,
    input.tool,
    input.tool_name,
    ...Object.values(input),
  ]
  const found = candidates.find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? (found.trim().split('\n')[0] ?? '') : String(event)
}

export interface InputContext {
  readonly root: string
  /** The text of a file in the workspace. */
  contentOf(path: string): string | undefined
}

/** Null removes a field of the sample. */
export function buildInput(event: EventName, written: JsonObject, context: InputContext): JsonObject {
  // True: `replaceRoot` keeps the shape of a value.
  const { command, file, tool, ...rest } = replaceRoot(written, context.root) as JsonObject
  const fields = fieldsOf(event)
  const merged: JsonObject = {
    // True: a sample is built from an object literal of JSON values.
    ...(eventRows[event].sample(context.root) as JsonObject),
    ...(tool === undefined ? {} : { tool_name: tool }),
    ...(command === undefined ? {} : commandFields(fields, command, tool, context)),
    ...(file === undefined ? {} : fileFields(fields, String(file), tool, context)),
    ...rest,
    ...(typeof rest.file_path === 'string' ? { file_path: resolve(context.root, rest.file_path) } : {}),
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** The short forms, each with the fields of which an event must have at least one. */
const shortForms: Readonly<Record<string, readonly string[]>> = {
  command: ['command', 'tool_input'],
  file: ['file_path', 'tool_input'],
  prompt: ['prompt'],
  tool: ['tool_name'],
}

/** The short forms in an input for which the event has no field. */
export function findMeaninglessKeys(event: EventName, input: JsonObject): readonly string[] {
  const fields = fieldsOf(event)
  return Object.keys(input).filter((key) => shortForms[key]?.some((field) => fields.has(field)) === false)
}

/** The command itself, or a tool call of the shell. */
function commandFields(
  fields: ReadonlySet<string>,
  command: unknown,
  tool: unknown,
  { root }: InputContext,
): JsonObject {
  if (fields.has('command')) return { command }
  return { tool_name: tool ?? 'Shell', tool_input: { command, working_directory: root } }
}

/** A file of the workspace: its path, with its content if the event has that field, or a tool call with the path. */
function fileFields(
  fields: ReadonlySet<string>,
  file: string,
  tool: unknown,
  { root, contentOf }: InputContext,
): JsonObject {
  const path = resolve(root, file)
  if (!fields.has('file_path')) return { tool_name: tool ?? 'Read', tool_input: { file_path: path } }
  const content = fields.has('content') ? contentOf(file) : undefined
  return { file_path: path, ...(content === undefined ? {} : { content }) }
}

/** Replaces `<root>` in every string of the input by the path of the scratch workspace. */
function replaceRoot(value: unknown, root: string): unknown {
  if (typeof value === 'string') return value.replaceAll('<root>', root)
  if (Array.isArray(value)) return value.map((one) => replaceRoot(one, root))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceRoot(one, root)]))
}
