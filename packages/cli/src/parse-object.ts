/** Reads a text that should be one JSON object, and its values. */
import { isObject, type JsonObject } from '@hookline/core/protocol'

/** Undefined if the text is not JSON, or is another value. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether the value is of this type. An object is a JSON object: neither null nor a list. */
export const isOf = (value: unknown, type: string): boolean =>
  type === 'object' ? isObject(value) : typeof value === type
