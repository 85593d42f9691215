/** Follows the log: first the records since a time, oldest first, then new ones. Each record comes once. */
import { type Log, type LogFilter, type LogRecord, matches } from '@hookline/core/node'
import { recordsOf } from '../log/records.ts'

/** Resolves when `signal` aborts, or when `onRecord` returns false. */
export async function tail(
  log: Log,
  filter: LogFilter,
  signal: AbortSignal,
  onRecord: (record: LogRecord) => boolean,
): Promise<void> {
  const { promise, resolve } = createDeferred()
  const waiting: LogRecord[] = []
  let past: Set<string> | undefined
  let over = false
  const deliver = (record: LogRecord) => {
    if (!over && !onRecord(record)) {
      over = true
      resolve()
    }
  }
  // Follow first and then read back, so that no record is missed. A record that comes twice is delivered once.
  const stop = log.follow('end', (record) => {
    if (!matches(record, filter) || past?.has(record.id) === true) return
    if (past === undefined) waiting.push(record)
    else deliver(record)
  })
  signal.addEventListener('abort', resolve, { once: true })
  try {
    const before = filter.since === undefined ? [] : await recordsSince(log, filter)
    past = new Set(before.map(({ id }) => id))
    for (const record of [...before, ...waiting.filter(({ id }) => past?.has(id) !== true)]) deliver(record)
    if (!signal.aborted && !over) await promise
  } finally {
    signal.removeEventListener('abort', resolve)
    stop()
  }
}

async function recordsSince(log: Log, filter: LogFilter): Promise<readonly LogRecord[]> {
  const found: LogRecord[] = []
  for await (const record of recordsOf(log, filter)) found.push(record)
  return found.reverse()
}

function createDeferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
