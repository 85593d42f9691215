/** Replaces the private fields of an event by their length and hash (CONTRACT §7). Pure. */

import { commonFields } from '../protocol/common.ts'
import { type ReplyField, replyRows } from '../protocol/reply.ts'
import type { EventRow } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { set } from './set.ts'

export type Hash = (text: string) => string

/** Replaces a private value. The length is that of the string, or of the value's JSON text. */
interface PrivateMark {
  readonly private: true
  readonly length: number
  readonly sha256: string
}

export interface Erasure {
  readonly value: JsonObject
  /** The dotted paths of the marks: `content`, `tool_input.new_string`. */
  readonly erased: readonly string[]
  /** The strings that were removed. They are removed from the output of hooks too. */
  readonly privateStrings: readonly string[]
}

/**
 * Names of the fields that have content in the tools of the agents we know: prompts, contents, edits, outputs. No row
 * describes the fields of `tool_input`, so the name decides.
 */
const contentNames = new Set(
  `content contents text prompt task code body old_string new_string old_str new_str file_text insert_text new_source
   code_edit edits patch patch_text patchText diff input oldText newText output result response stdout stderr updated_content`.split(
    /\s+/,
  ),
)
const OUTPUT: ReplyField = 'updated_mcp_tool_output'

/**
 * The input without its private fields. A field that no row knows (an older name, a newer host) may be private, so it is
 * removed too unless it is a number or a boolean.
 */
export function withoutPrivate(input: JsonObject, row: EventRow, hash: Hash): Erasure {
  const erasing = createErasing(hash)
  const value = mapped(input, (name, one) => {
    // `commonFields` holds rows of the same type, and a name that it lacks gives undefined.
    const field = row.input[name] ?? (commonFields as EventRow['input'])[name]
    if (field?.private === true || (field === undefined && isRevealing(one))) return erasing.mark(one, name)
    if (field !== undefined && isBareText(field, one)) return erasing.mark(one, name)
    return field === undefined || name in commonFields ? one : erasing.contents(one, name)
  })
  return { value, erased: erasing.erased, privateStrings: erasing.privateStrings }
}

/** A hook's reply without the values that replace a private field. */
export function replyWithoutPrivate(reply: JsonObject, row: EventRow, hash: Hash): Erasure {
  const erasing = createErasing(hash)
  const value = mapped(reply, (name, one) => {
    // A name that is not a reply field has no row, and `?.` handles that.
    const replaces = replyRows[name as ReplyField]?.replaces
    if (name === OUTPUT || (replaces !== undefined && row.input[replaces]?.private === true))
      return erasing.mark(one, name)
    return replaces === undefined ? one : erasing.contents(one, name)
  })
  return { value, erased: erasing.erased, privateStrings: erasing.privateStrings }
}

/** Text instead of an object has no field names that show what is private. A patch, for example, contains the content it changes. */
const isBareText = ({ type }: EventRow['input'][string], value: unknown): boolean =>
  type.kind === 'object' && type.orText === true && typeof value === 'string' && !/^\s*[{[]/.test(value)

const isRevealing = (value: unknown) =>
  value !== null && value !== undefined && typeof value !== 'number' && typeof value !== 'boolean'

/** A loop, because it is faster and every record passes through here. */
function mapped(from: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject {
  const to: Record<string, unknown> = {}
  for (const name in from) set(to, name, change(name, from[name]))
  return to
}

function createErasing(hash: Hash) {
  const erased: string[] = []
  const privateStrings: string[] = []

  function mark(value: unknown, path: string): unknown {
    if (!isRevealing(value)) return value
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    erased.push(path)
    collect(value, privateStrings)
    return { private: true, length: text.length, sha256: hash(text) } satisfies PrivateMark
  }

  /** Marks fields with a content name at any depth. JSON text is parsed for this and stays JSON text. */
  function contents(value: unknown, path: string, depth = 0): unknown {
    if (typeof value === 'string') return inJsonText(value, path, depth)
    if (typeof value !== 'object' || value === null || depth > 32) return value
    if (Array.isArray(value)) return value.map((one, at) => contents(one, `${path}[${at}]`, depth + 1))
    // Strings, lists and all other kinds of value have returned above.
    return mapped(value as JsonObject, (name, one) =>
      contentNames.has(name) ? mark(one, `${path}.${name}`) : contents(one, `${path}.${name}`, depth + 1),
    )
  }

  function inJsonText(text: string, path: string, depth: number): string {
    if (depth > 2 || !/^\s*[{[]/.test(text)) return text
    const before = erased.length
    try {
      const without = contents(JSON.parse(text), path, depth + 1)
      return erased.length === before ? text : JSON.stringify(without)
    } catch {
      return text
    }
  }

  return { erased, privateStrings, mark, contents }
}

/** Shorter strings occur by chance, and removing them would only make a hook's output unreadable. */
const SHORTEST_STRING = 8
const MOST_STRINGS = 64

function collect(value: unknown, into: string[]): void {
  if (into.length >= MOST_STRINGS) return
  if (typeof value === 'string') {
    if (value.length >= SHORTEST_STRING) into.push(value)
  } else if (Array.isArray(value)) for (const one of value) collect(one, into)
  else if (isObject(value)) for (const name in value) collect(value[name], into)
}
