/** Small helpers to read untyped values of payloads and replies. */
import type { JsonObject } from '../schema.ts'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The trimmed text, or undefined if it is empty. */
export const nonEmptyText = (value: unknown): string | undefined => {
  const text = textOf(value)?.trim()
  return text === '' ? undefined : text
}

/** The same object without undefined and null values, because an optional field is absent or null (CONTRACT §2). */
export const dropEmpty = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The value of a JSON text, or undefined if it is not valid JSON. */
export function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
