/** What an entry's matcher is tested against for this input: the row's subjects, or those of the entry's own dialect. */

import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { dialects } from '@hookline/core/dialects'
import type { Entry } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

/** Undefined: the entry has no matcher. Null: this event ignores it. */
export function testedAgainst(
  { matcher, dialect: name }: Entry,
  event: EventName,
  input: JsonObject,
): readonly string[] | null | undefined {
  if (matcher === undefined) return undefined
  const row = eventRows[event]
  const own = (row.subject?.(input as never, realPath) ?? []).filter((text): text is string => typeof text === 'string')
  const dialect = dialects[name]
  if (dialect?.subjects !== undefined)
    return dialect.subjects({ id: '', name: event, row, at: '', input }, matcher, own)
  return row.subject === null ? null : [...new Set(own)]
}

/** As the engine sees it: a path that is not there stays as it is written, made absolute. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
