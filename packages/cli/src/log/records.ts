/** Reads all records that match, newest first, one page at a time. */
import type { Log, LogFilter, LogRecord } from '@hookline/core/node'

const PAGE = 200

export async function* recordsOf(
  log: Log,
  filter: LogFilter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<LogRecord> {
  let left = limit
  let before: string | undefined
  do {
    const page = await log.query({
      ...filter,
      limit: Math.min(PAGE, left),
      ...(before === undefined ? {} : { before }),
    })
    yield* page.records
    left -= page.records.length
    before = page.next
  } while (before !== undefined && left > 0)
}
