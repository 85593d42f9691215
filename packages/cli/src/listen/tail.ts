/** The records from now on, and before them those since a time: each once, the older first. */
import { type Log, type LogFilter, type LogRecord, matches } from '@hookline/core/node'
import { recordsOf } from '../log/records.ts'

/** Resolves when `signal` aborts, or when `onRecord` wants no more: it says whether it does. */
export async function tail(
  log: Log,
  filter: LogFilter,
  signal: AbortSignal,
  onRecord: (record: LogRecord) => boolean,
): Promise<void> {
  const { promise, resolve } = settled()
  const waiting: LogRecord[] = []
  let past: Set<string> | undefined
  let over = false
  const hand = (record: LogRecord) => {
    if (!over && !onRecord(record)) {
      over = true
      resolve()
    }
  }
  // Follows first and looks back then: what is written in between comes twice and is told once.
  const stop = log.follow('end', (record) => {
    if (!matches(record, filter) || past?.has(record.id) === true) return
    if (past === undefined) waiting.push(record)
    else hand(record)
  })
  signal.addEventListener('abort', resolve, { once: true })
  try {
    const before = filter.since === undefined ? [] : await recordsSince(log, filter)
    past = new Set(before.map(({ id }) => id))
    for (const record of [...before, ...waiting.filter(({ id }) => past?.has(id) !== true)]) hand(record)
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

function settled(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
