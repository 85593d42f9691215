/** Finds what an entry's matcher is tested against: the subjects of the event's row, or those of the entry's own dialect. */

import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { dialects } from '@hookline/core/dialects'
import type { Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

/** Returns undefined if the entry has no matcher, and null if this event ignores matchers. */
export function testedAgainst(
  { matcher, dialect: name }: Entry,
  event: EventName,
  input: JsonObject,
): readonly string[] | null | undefined {
  if (matcher === undefined) return undefined
  const row = eventRows[event]
  // The caller has checked the input against this row.
  const own = (row.subject?.(input as never, realPath) ?? []).filter((text): text is string => typeof text === 'string')
  const dialect = dialects[name]
  if (dialect?.subjects !== undefined)
    return dialect.subjects({ id: '', name: event, row, at: '', input }, matcher, own)
  return row.subject === null ? null : [...new Set(own)]
}

/** Resolves a path like the engine: a path that does not exist is only made absolute. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
