/** Turns the value that a function returned into a runner's result: an object is passed on, anything else becomes text. */
import { messageOfThrown } from '../errors.ts'
import type { Raw } from '../flow.ts'
import { replyRows } from '../protocol/reply.ts'
import { isObject, type JsonObject } from '../schema.ts'

/** The same limit as for printed replies. */
const MAX_DEPTH = 64

/** Never throws: a value that cannot be written as JSON is a failure of the hook. */
export function toRaw(value: unknown, maxSize = Number.POSITIVE_INFINITY, stderr = ''): Raw {
  try {
    return writeRaw(value, maxSize, stderr)
  } catch (error) {
    return unwritable(messageOfThrown(error), readableFields(value, maxSize), stderr)
  }
}

/** The failure of a hook whose value cannot be written as JSON. The fields that could be read are kept, because a deny in them counts. */
export const unwritable = (why: string, fields: JsonObject, stderr: string): Raw => ({
  end: { kind: 'bad-reply', message: `returned a value that cannot be written as JSON: ${why}` },
  ...(Object.keys(fields).length === 0 ? {} : { reply: fields }),
  stdout: '',
  stderr,
})

function writeRaw(value: unknown, maxSize: number, stderr: string): Raw {
  const end = { kind: 'exit', code: 0 } as const
  const reply = copyObject(value, maxSize)
  if (reply !== undefined) return { end, reply, stdout: '', stderr }
  const stdout = JSON.stringify(value) ?? 'null'
  if (stdout.length <= maxSize) return { end, stdout, stderr }
  // The short fields come first, because a verdict may stand after the text that is cut off.
  const fields = readableFields(value, maxSize / 64)
  const short = Object.keys(fields).length === 0 ? '' : `${JSON.stringify(fields)}\n`
  return { end: { kind: 'output-limit' }, stdout: `${short}${stdout}`.slice(0, maxSize), stderr }
}

/**
 * A copy with plain JSON values, so that later steps never see a getter, a cycle or a value that JSON lacks. Undefined for
 * anything but an object within the limits. Its text is then read like printed text.
 */
export function copyObject(value: unknown, maxSize: number): JsonObject | undefined {
  const budget = { left: maxSize }
  try {
    const copied = copy(value, '', MAX_DEPTH, budget)
    return isObject(copied) ? copied : undefined
  } catch (error) {
    if (error instanceof OverLimit) return undefined
    throw error
  }
}

class OverLimit extends Error {}

/** The fields that are tried if an object does not give the names of its own. */
export const triedFields: readonly string[] = [
  'permission',
  'continue',
  'decision',
  'say',
  'message',
  ...Object.keys(replyRows),
]

/** The fields that can be written as JSON. `maxSize` is for each of them, so that a large one does not hide a verdict. */
export function readableFields(value: unknown, maxSize: number): JsonObject {
  const fields: Record<string, unknown> = {}
  for (const name of namesOf(value)) {
    try {
      // Reading a field of a value of any kind may fail, and then the field is left out.
      setField(fields, name, copy((value as JsonObject)[name], name, MAX_DEPTH - 1, { left: maxSize }))
    } catch {}
  }
  return fields
}

function namesOf(value: unknown): readonly string[] {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  } catch {
    return triedFields
  }
}

/** Follows the rules of `JSON.stringify`. */
function copy(given: unknown, key: string, depth: number, budget: { left: number }): unknown {
  const value = hasToJson(given) ? given.toJSON(key) : given
  budget.left -= key.length + (typeof value === 'string' ? value.length : 1)
  if (budget.left < 0) throw new OverLimit()
  if (typeof value === 'bigint') throw new TypeError('A BigInt cannot be written as JSON')
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'object') return undefined
  if (depth === 0) throw new OverLimit()
  if (Array.isArray(value)) return Array.from(value, (one) => copy(one, '', depth - 1, budget) ?? null)
  const made: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    setField(made, name, copy(one, name, depth - 1, budget))
  }
  return made
}

/** An assignment to `__proto__` would change the prototype of the object. */
function setField(made: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return
  Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true })
}

const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
