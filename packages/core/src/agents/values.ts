import type { JsonObject } from '../schema.ts'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The text, unless there is nothing in it. */
export const wordsIn = (value: unknown): string | undefined => {
  const text = textOf(value)?.trim()
  return text === '' ? undefined : text
}

/** The same object without what is undefined or null: optional means absent or null (CONTRACT §2). */
export const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
