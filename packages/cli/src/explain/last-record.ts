/** Finds the latest logged record of a similar event. */

import { isDeepStrictEqual } from 'node:util'
import { type LogRecord, logDirectory, openLog } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

/** Searches only the newest records; `hookline log` searches all of them. */
const NEWEST = 200

export async function findLastRecord(
  event: EventName,
  input: JsonObject,
  root: string,
): Promise<LogRecord | undefined> {
  try {
    const { records } = await openLog(logDirectory()).query({ event, limit: NEWEST })
    return records.find((record) => record.root === root && isSame(event, input, record))
  } catch {
    return undefined // An unreadable log must not stop the explanation.
  }
}

/** Whether both events have the same subject, which is what a matcher is tested against. */
function isSame(event: EventName, input: JsonObject, { input: logged, originalInput }: LogRecord): boolean {
  const subjectOf = (one: JsonObject) => {
    try {
      // A missing field throws, which is handled below.
      return [eventRows[event].subject?.(one as never, (path) => path), one.tool_input]
    } catch {
      return undefined // The log leaves out private fields, and the subject may be one.
    }
  }
  return isDeepStrictEqual(subjectOf(input), subjectOf(originalInput ?? logged))
}
