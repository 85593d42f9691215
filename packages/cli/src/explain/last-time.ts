/** What was decided the last time such an event came by, if the durable log knows. */

import { isDeepStrictEqual } from 'node:util'
import { type LogRecord, logDirectory, openLog } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

/** So many records back; who wants more asks `hookline log`. */
const BACK = 200

export async function lastTime(event: EventName, input: JsonObject, root: string): Promise<LogRecord | undefined> {
  try {
    const { records } = await openLog(logDirectory()).query({ event, limit: BACK })
    return records.find((record) => record.root === root && isSame(event, input, record))
  } catch {
    return undefined // A log that cannot be read is no reason not to explain.
  }
}

/** About the same thing: a matcher would be tested against the same. */
function isSame(event: EventName, input: JsonObject, { input: logged, originalInput }: LogRecord): boolean {
  const about = (one: JsonObject) => {
    try {
      return [eventRows[event].subject?.(one as never, (path) => path), one.tool_input]
    } catch {
      return undefined // The log keeps no private field, and a subject may be one.
    }
  }
  return isDeepStrictEqual(about(input), about(originalInput ?? logged))
}
