/** A case's input: the event's sample with the case's words laid over it, in short forms too. */

import { resolve } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (event: EventName): ReadonlySet<string> => new Set(Object.keys(eventRows[event].input))

/** What a person would call the case: the command, the file, the prompt, the tool. */
export function subjectOf(event: EventName | undefined, input: JsonObject): string {
  const inner = isObject(input.tool_input) ? input.tool_input : {}
  const said = [
    input.command,
    inner.command,
    input.file,
    input.file_path,
    input.prompt,
    input.tool,
    input.tool_name,
    ...Object.values(input),
  ]
  const found = said.find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? (found.trim().split('\n')[0] ?? '') : String(event)
}

export interface Place {
  readonly root: string
  /** The text of a file below it. */
  contentOf(path: string): string | undefined
}

/** Null removes a field of the sample. */
export function buildInput(event: EventName, written: JsonObject, place: Place): JsonObject {
  const { command, file, tool, ...rest } = inPlace(written, place.root) as JsonObject
  const fields = fieldsOf(event)
  const laid: JsonObject = {
    ...(eventRows[event].sample(place.root) as JsonObject),
    ...(tool === undefined ? {} : { tool_name: tool }),
    ...(command === undefined ? {} : commandFields(fields, command, tool, place)),
    ...(file === undefined ? {} : fileFields(fields, String(file), tool, place)),
    ...rest,
    ...(typeof rest.file_path === 'string' ? { file_path: resolve(place.root, rest.file_path) } : {}),
  }
  return Object.fromEntries(Object.entries(laid).filter(([, value]) => value !== null))
}

/** The short forms, and the fields of which an event must have one for the form to mean anything. */
const shortForms: Readonly<Record<string, readonly string[]>> = {
  command: ['command', 'tool_input'],
  file: ['file_path', 'tool_input'],
  prompt: ['prompt'],
  tool: ['tool_name'],
}

/** The short forms in an input that say nothing to its event. */
export function meaningless(event: EventName, input: JsonObject): readonly string[] {
  const fields = fieldsOf(event)
  return Object.keys(input).filter((key) => shortForms[key]?.some((field) => fields.has(field)) === false)
}

/** The command itself, or a call of the shell. */
function commandFields(fields: ReadonlySet<string>, command: unknown, tool: unknown, { root }: Place): JsonObject {
  if (fields.has('command')) return { command }
  return { tool_name: tool ?? 'Shell', tool_input: { command, working_directory: root } }
}

/** A path below the workspace: the file itself, with its content where the event carries it, or a call of a tool on it. */
function fileFields(fields: ReadonlySet<string>, file: string, tool: unknown, { root, contentOf }: Place): JsonObject {
  const path = resolve(root, file)
  if (!fields.has('file_path')) return { tool_name: tool ?? 'Read', tool_input: { file_path: path } }
  const content = fields.has('content') ? contentOf(file) : undefined
  return { file_path: path, ...(content === undefined ? {} : { content }) }
}

/** `<root>` in any text of the input is the scratch workspace. */
function inPlace(value: unknown, root: string): unknown {
  if (typeof value === 'string') return value.replaceAll('<root>', root)
  if (Array.isArray(value)) return value.map((one) => inPlace(one, root))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inPlace(one, root)]))
}
