/** Keeps the index of each segment up to date: in memory, on disk, or made from the lines that are not yet in it. */
import { setImmediate } from 'node:timers/promises'
import { decode } from './frame.ts'
import { indexFile, loadIndex, saveIndex, sweepIndexes } from './index-file.ts'
import { addRow, emptyIndex, type SegmentIndex } from './index-rows.ts'
import { linesFrom, withSegment } from './lines.ts'
import type { Segment } from './segments.ts'

export interface Indexes {
  /** The index of all that stands in the segment now. */
  of(segment: Segment): Promise<SegmentIndex>
  /** Forgets those of segments that are gone. */
  keep(segments: readonly Segment[]): void
}

/** So many bytes are read before others get their turn. */
const TURN = 4 * 2 ** 20
/** Fewer new rows are not worth another file: reading them again is as quick. */
const WORTH_SAVING = 512

export function createIndexes(cache: string): Indexes {
  const known = new Map<number, SegmentIndex>()
  const working = new Map<number, Promise<SegmentIndex>>()

  async function updated(segment: Segment): Promise<SegmentIndex> {
    const index = withSegment(segment, emptyIndex(), (descriptor, size) => begin(segment, descriptor, size))
    known.set(segment.number, index)
    const before = index.count
    while (withSegment(segment, false, (descriptor, size) => extend(index, descriptor, size))) await setImmediate()
    if (index.count - before >= WORTH_SAVING)
      withSegment(segment, undefined, (descriptor) => saveIndex(indexFile(cache, segment), index, descriptor))
    return index
  }

  function begin(segment: Segment, descriptor: number, size: number): SegmentIndex {
    const before = known.get(segment.number) ?? loadIndex(indexFile(cache, segment), descriptor, size)
    return before === undefined || before.indexedTo > size ? emptyIndex() : before
  }

  return {
    of(segment) {
      // Two readers at once would add the same rows twice.
      const work = (working.get(segment.number) ?? Promise.resolve()).then(() => updated(segment))
      working.set(segment.number, work)
      return work
    },
    keep(segments) {
      const numbers = new Set(segments.map(({ number }) => number))
      for (const number of known.keys()) if (!numbers.has(number)) known.delete(number)
      for (const number of working.keys()) if (!numbers.has(number)) working.delete(number)
      sweepIndexes(cache, segments)
    },
  }
}

/** True while there is more to read. */
function extend(index: SegmentIndex, descriptor: number, size: number): boolean {
  const from = index.indexedTo
  const onLine = (line: Buffer, offset: number) => {
    const record = decode(line)
    if (record === undefined) index.damaged += 1
    else addRow(index, record, offset, line.length)
  }
  index.indexedTo = linesFrom(descriptor, from, size, onLine, TURN)
  return index.indexedTo > from && index.indexedTo < size
}
