/** Lists the fields that differ between two objects, by dotted path. */
import { isObject } from '@hookline/core/protocol'

export interface FieldChange {
  readonly path: string
  /** Undefined if the field is new. */
  readonly from: unknown
  /** Undefined if the field was removed. */
  readonly to: unknown
}

export function changedFields(before: unknown, after: unknown, path = ''): readonly FieldChange[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => changedFields(before[key], after[key], path === '' ? key : `${path}.${key}`))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, from: before, to: after }]
}
