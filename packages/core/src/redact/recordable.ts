/** Prepares an event's input for a record: replaces secrets, and private fields by length and hash unless all is captured. Pure. */

import { type EventName, eventRows } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { createCleaning } from './clean.ts'
import { type Hash, withoutPrivate } from './private.ts'

export interface Recordable {
  readonly input: JsonObject
  /** Where secrets were replaced: dotted paths, from `input`. */
  readonly redacted: readonly string[]
}

/** The maximum length of a string. A longer one is kept as length and hash. */
const LONGEST = 64 * 1024

export function recordable(event: EventName, input: JsonObject, capture: 'metadata' | 'full', hash: Hash): Recordable {
  const { value, erased, privateStrings } =
    capture === 'full'
      ? { value: input, erased: [], privateStrings: [] }
      : withoutPrivate(input, eventRows[event], hash)
  const cleaning = createCleaning(hash, LONGEST, { erased, privateStrings })
  // Cleaning an object gives an object.
  const clean = cleaning.value(value, 'input') as JsonObject
  return { input: clean, redacted: cleaning.traces.redacted.map(({ path }) => path) }
}
