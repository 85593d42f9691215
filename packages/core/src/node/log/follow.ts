/** Follows the log across processes and rotation. A file watcher reports changes; a timer finds those that it misses. */
import { join } from 'node:path'
import type { LogRecord } from '../../sinks/log-record.ts'
import { createFileWatcher } from '../config/watch-files.ts'
import { decode } from './frame.ts'
import { linesFrom, withSegment } from './lines.ts'
import { listSegments, type Segment, segmentName, sizeOf } from './segments.ts'

/** From the oldest record that is kept, or from what is written after this call. */
export type FollowFrom = 'start' | 'end'

const CHECK_EVERY_MS = 250

/** `onRecord` must not throw. */
export function follow(directory: string, from: FollowFrom, onRecord: (record: LogRecord) => void): () => void {
  /** How far each segment was read. Older segments stay in it, because a process may finish a write there after rotation. */
  const read = new Map<number, number>()
  let stopped = false
  if (from === 'end') for (const segment of segmentsNow(directory)) read.set(segment.number, endOf(segment))

  function readNewRecords(): void {
    if (stopped) return
    watching.watch([join(directory, segmentName(0))])
    const segments = segmentsNow(directory)
    for (const segment of segments) if (sizeOf(segment) !== (read.get(segment.number) ?? 0)) advance(segment)
    for (const number of read.keys()) if (!segments.some((one) => one.number === number)) read.delete(number)
  }

  function advance(segment: Segment): void {
    withSegment(segment, undefined, (descriptor, size) => {
      const at = read.get(segment.number) ?? 0
      // The file is shorter than before, so it was created again.
      const next = linesFrom(descriptor, at > size ? 0 : at, size, report)
      read.set(segment.number, next)
    })
  }

  function report(line: Buffer): void {
    const record = stopped ? undefined : decode(line)
    if (record !== undefined) onRecord(record)
  }

  const watching = createFileWatcher(readNewRecords)
  const timer = setInterval(readNewRecords, CHECK_EVERY_MS)
  setImmediate(readNewRecords)
  return () => {
    stopped = true
    clearInterval(timer)
    watching.close()
  }
}

/** A directory that cannot be read now may be readable at the next check. */
function segmentsNow(directory: string): readonly Segment[] {
  try {
    return listSegments(directory)
  } catch {
    return []
  }
}

/** The position after the last complete line. A line that is being written now is reported later. */
const endOf = (segment: Segment): number =>
  withSegment(segment, 0, (descriptor, size) => linesFrom(descriptor, Math.max(0, size - 16 * 2 ** 20), size, () => {}))
