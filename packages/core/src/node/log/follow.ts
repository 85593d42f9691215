/** A live tail of the log, across processes and rotation. Watching wakes it; looking now and then makes sure. */
import { join } from 'node:path'
import type { LogRecord } from '../../sinks/log-record.ts'
import { createFileWatcher } from '../config/watch-files.ts'
import { decode } from './frame.ts'
import { linesFrom, withSegment } from './lines.ts'
import { listSegments, type Segment, segmentName, sizeOf } from './segments.ts'

/** From the oldest record that is kept, or from what is written after this call. */
export type FollowFrom = 'start' | 'end'

const LOOK_EVERY_MS = 250

/** `onRecord` must not throw. */
export function follow(directory: string, from: FollowFrom, onRecord: (record: LogRecord) => void): () => void {
  /** How far each segment was read. Older ones count too: a process may finish its write there after rotation. */
  const read = new Map<number, number>()
  let stopped = false
  if (from === 'end') for (const segment of segmentsNow(directory)) read.set(segment.number, endOf(segment))

  function look(): void {
    if (stopped) return
    watching.watch([join(directory, segmentName(0))])
    const segments = segmentsNow(directory)
    for (const segment of segments) if (sizeOf(segment) !== (read.get(segment.number) ?? 0)) advance(segment)
    for (const number of read.keys()) if (!segments.some((one) => one.number === number)) read.delete(number)
  }

  function advance(segment: Segment): void {
    withSegment(segment, undefined, (descriptor, size) => {
      const at = read.get(segment.number) ?? 0
      // Shorter than before: it was made anew.
      const next = linesFrom(descriptor, at > size ? 0 : at, size, (line) => tell(line))
      read.set(segment.number, next)
    })
  }

  function tell(line: Buffer): void {
    const record = stopped ? undefined : decode(line)
    if (record !== undefined) onRecord(record)
  }

  const watching = createFileWatcher(look)
  const timer = setInterval(look, LOOK_EVERY_MS)
  setImmediate(look)
  return () => {
    stopped = true
    clearInterval(timer)
    watching.close()
  }
}

/** A directory that cannot be read now may be read at the next look. */
function segmentsNow(directory: string): readonly Segment[] {
  try {
    return listSegments(directory)
  } catch {
    return []
  }
}

/** Behind the last whole line: one that is being written now is still to come. */
const endOf = (segment: Segment): number =>
  withSegment(segment, 0, (descriptor, size) => linesFrom(descriptor, Math.max(0, size - 16 * 2 ** 20), size, () => {}))
