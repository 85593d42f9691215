/** Turns the value that a function returned into a runner's result: an object is passed on, anything else becomes text. */
import type { Raw } from '../flow.ts'
import { isObject, type JsonObject } from '../schema.ts'

/** The same limit as for printed replies. */
const MAX_DEPTH = 64

/** Throws the errors of `JSON.stringify`, for example for an object that contains itself. */
export function toRaw(value: unknown, maxSize = Number.POSITIVE_INFINITY, stderr = ''): Raw {
  const end = { kind: 'exit', code: 0 } as const
  const reply = copyObject(value, maxSize)
  if (reply !== undefined) return { end, reply, stdout: '', stderr }
  const stdout = JSON.stringify(value) ?? 'null'
  return stdout.length > maxSize
    ? { end: { kind: 'output-limit' }, stdout: stdout.slice(0, maxSize), stderr }
    : { end, stdout, stderr }
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
    const copied = copy(one, name, depth - 1, budget)
    // An assignment to `__proto__` would change the prototype of the copy.
    if (copied !== undefined)
      Object.defineProperty(made, name, { value: copied, enumerable: true, writable: true, configurable: true })
  }
  return made
}

const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
