/** Which fields of one object differ in another, by dotted path. */
import type { JsonObject } from '@hookline/core/protocol'

export interface Change {
  readonly path: string
  /** Undefined: it was not there. */
  readonly from: unknown
  /** Undefined: it is gone. */
  readonly to: unknown
}

export function changedFields(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => changedFields(before[key], after[key], path === '' ? key : `${path}.${key}`))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, from: before, to: after }]
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
