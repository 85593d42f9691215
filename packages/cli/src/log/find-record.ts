/** Finds a record by its id, or by the beginning or end of the id. */
import type { Log, LogRecord } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import { clip, oneLine } from '../text/plain.ts'
import { hostOf, subjectOf } from './record-text.ts'
import { recordsOf } from './records.ts'

const SHORTEST = 3
const MOST_LISTED = 10

/** No record and several records are usage errors. Several are listed. */
export async function findRecord(log: Log, given: string): Promise<LogRecord> {
  const id = given.replace(/^#/, '')
  if (!/^[\w-]+$/.test(id)) throw new UsageError(`${JSON.stringify(given)} is not the id of a record`)
  const whole = await log.get(id)
  if (whole !== undefined) return whole
  if (id.length < SHORTEST) throw new UsageError(`"${id}" is too short. Use at least ${SHORTEST} characters of the id`)
  const found = await candidates(log, id)
  if (found.length === 1 && found[0] !== undefined) return found[0]
  throw new UsageError(
    found.length === 0 ? `there is no record ${id}. To list the records: hookline log` : several(id, found),
  )
}

/** The log finds the text anywhere in a record; only records with it in their id count. */
async function candidates(log: Log, part: string): Promise<readonly LogRecord[]> {
  const found: LogRecord[] = []
  for await (const record of recordsOf(log, { text: part })) {
    if (record.id.endsWith(part) || record.id.startsWith(part)) found.push(record)
    if (found.length > MOST_LISTED) break
  }
  return found
}

function several(part: string, found: readonly LogRecord[]): string {
  const lines = found
    .slice(0, MOST_LISTED)
    .map((record) => `  ${oneLine(record.id)}  ${hostOf(record)} ${record.event}  ${clip(subjectOf(record), 60)}`)
  const count = found.length > MOST_LISTED ? `more than ${MOST_LISTED}` : found.length
  return [`"${part}" matches ${count} ids. Use more characters:`, ...lines].join('\n')
}
