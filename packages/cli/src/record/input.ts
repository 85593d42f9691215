/** Turns the input of a recorded event into that of a test case: short forms, secrets replaced, the workspace as `<root>`. */

import { isDeepStrictEqual } from 'node:util'
import { type LogRecord, redactSecrets } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { commonFields, eventRows, isObject } from '@hookline/core/protocol'
import { isPrivate } from '../log/record-text.ts'
import { inRoot, missingIn, whyMissing } from '../replay/replay-input.ts'

/** The subject of a case. It is kept even if it equals the sample, and at least one must be known. */
const subjects = ['command', 'file_path', 'tool_name', 'tool_input', 'prompt', 'status', 'subagent_type', 'trigger']

export function caseInput(
  record: LogRecord,
  root: string,
): { readonly input: JsonObject } | { readonly unusable: string } {
  const sent = inRoot(record.originalInput ?? record.input, root) as JsonObject // `inRoot` keeps the shape.
  const missing = missingIn(record)
  const cut = missing.filter((path) => record.cut.some((one) => one.path === path))
  const known = subjects.some((name) => typeof sent[name] === 'string')
  const privates = missing.filter((path) => record.erased.includes(path))
  if (cut.length > 0) return { unusable: whyMissing(record, cut) }
  if (!known && privates.length > 0) return { unusable: whyMissing(record, privates) }
  return { input: shorten(record, withoutSecrets(sent) as JsonObject) } // `withoutSecrets` keeps the shape.
}

/** A private field gets the value of the sample. If a hook depends on it, the trial run before writing shows it. */
function shorten({ event }: LogRecord, input: JsonObject): JsonObject {
  const sample = eventRows[event].sample('<root>') as JsonObject // Samples are JSON objects.
  const fields = Object.entries(input).filter(
    ([name, value]) =>
      !Object.hasOwn(commonFields, name) &&
      value !== null &&
      !isPrivate(value) &&
      (subjects.includes(name) || !isDeepStrictEqual(value, sample[name])),
  )
  return Object.fromEntries(fields.map(([name, value]) => (name === 'file_path' ? fileField(value) : [name, value])))
}

/** `file: src/a.ts` for a path inside the workspace. */
function fileField(path: unknown): readonly [string, unknown] {
  const inside = typeof path === 'string' && path.startsWith('<root>/')
  return inside ? ['file', path.slice('<root>/'.length)] : ['file_path', path]
}

/** Replaces secrets again, by today's patterns. A private mark deeper inside must become a text. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactSecrets(value).text
  if (isPrivate(value)) return depth < 2 ? value : '(not kept)'
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutSecrets(one, depth + 1)]))
}
