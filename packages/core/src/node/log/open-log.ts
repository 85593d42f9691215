/** The durable log's reading side: newest first, a page at a time, whatever processes write meanwhile. */
import { join, resolve } from 'node:path'
import { HooklineError } from '../../errors.ts'
import { inJson, type LogFilter, matches } from '../../sinks/log-filter.ts'
import type { LogRecord } from '../../sinks/log-record.ts'
import { sha256 } from '../system/hashes.ts'
import { type FollowFrom, follow } from './follow.ts'
import { decode } from './frame.ts'
import { isIndexed, lineAt, rowTest } from './index-rows.ts'
import { createIndexes } from './indexes.ts'
import { linesBefore, readAt, withSegment } from './lines.ts'
import { indexDirectory } from './log-directory.ts'
import { listSegments, type Segment, sizeOf } from './segments.ts'

export interface LogQuery extends LogFilter {
  /** Records of the page; 50 when absent. */
  readonly limit?: number
  /** `next` of the page before. */
  readonly before?: string
  /** A condition that the filters cannot express; asked after them, so the fewer records reach it the better. */
  readonly where?: (record: LogRecord) => boolean
  /** Stops after so many records were read, even if the page is not full: `next` then goes on from there. */
  readonly scan?: number
}

export interface LogPage {
  /** Newest first, in the order of writing. */
  readonly records: readonly LogRecord[]
  /** There when there may be more. */
  readonly next?: string
}

export interface Log {
  query(query?: LogQuery): Promise<LogPage>
  get(id: string): Promise<LogRecord | undefined>
  count(filter?: LogFilter): Promise<number>
  /** How much there is: lines that are no whole record among it (a killed process leaves at most one). */
  size(): Promise<{ readonly records: number; readonly damaged: number; readonly bytes: number }>
  /** Calls back for every record from there on, as it is written by whichever process. Returns the way to stop. */
  follow(from: FollowFrom, onRecord: (record: LogRecord) => void): () => void
}

export interface OpenLogOptions {
  /** Where the indexes are kept; they can be made again. */
  readonly cache?: string
}

const PAGE = 50

/**
 * Reads a log directory, which need not exist yet. Rejects only when the directory cannot be read.
 *
 * @example const { records, next } = await openLog(directory).query({ denied: true, limit: 20 })
 */
export function openLog(directory: string, options: OpenLogOptions = {}): Log {
  const cache = options.cache ?? join(indexDirectory(), sha256(resolve(directory)).slice(0, 16))
  const indexes = createIndexes(cache)

  async function query(query: LogQuery = {}): Promise<LogPage> {
    const { limit = PAGE, before, where = () => true, scan = Number.POSITIVE_INFINITY, ...filter } = query
    const from = before === undefined ? undefined : positionOf(before)
    const segments = listSegments(directory)
    indexes.keep(segments)
    const search: Search = { filter, where, limit, scan, records: [], read: 0 }
    for (const segment of segments.toReversed()) {
      if (from !== undefined && segment.number > from.segment) continue
      await searchSegment(segment, segment.number === from?.segment ? from.offset : Number.POSITIVE_INFINITY, search)
      if (isDone(search)) break
    }
    const { records, last } = search
    return last === undefined || !isDone(search) ? { records } : { records, next: last }
  }

  /** Adds what the segment holds, the last line first, until there are enough. */
  async function searchSegment(segment: Segment, end: number, search: Search): Promise<void> {
    const { filter, where } = search
    const take = (line: Buffer, offset: number) => {
      const record = recordOf(line, filter)
      search.read += 1
      search.last = `${segment.number}.${offset}`
      if (record !== undefined && where(record)) search.records.push(record)
      return !isDone(search)
    }
    if (!isIndexed(filter)) {
      withSegment(segment, false, (descriptor, size) => linesBefore(descriptor, Math.min(end, size), take))
      return
    }
    const index = await indexes.of(segment)
    const test = rowTest(index, filter)
    withSegment(segment, undefined, (descriptor) => {
      for (let row = index.count - 1; row >= 0; row--) {
        if (test(row) === 'no') continue
        const { offset, length } = lineAt(index, row)
        if (offset < end && !take(readAt(descriptor, offset, length), offset)) return
      }
    })
  }

  async function count(filter: LogFilter = {}): Promise<number> {
    let total = 0
    for (const segment of listSegments(directory)) {
      const index = await indexes.of(segment)
      const test = rowTest(index, filter)
      withSegment(segment, undefined, (descriptor) => {
        for (let row = 0; row < index.count; row++) {
          const answer = test(row)
          if (answer === 'no') continue
          const { offset, length } = lineAt(index, row)
          if (answer === 'yes' || recordOf(readAt(descriptor, offset, length), filter) !== undefined) total += 1
        }
      })
    }
    return total
  }

  async function size(): ReturnType<Log['size']> {
    const sum = { records: 0, damaged: 0, bytes: 0 }
    for (const segment of listSegments(directory)) {
      const index = await indexes.of(segment)
      sum.records += index.count
      sum.damaged += index.damaged
      sum.bytes += sizeOf(segment)
    }
    return sum
  }

  return {
    query,
    get: async (id) => (await query({ id, limit: 1 })).records[0],
    count,
    size,
    follow: (from, onRecord) => follow(directory, from, onRecord),
  }
}

interface Search {
  readonly filter: LogFilter
  readonly where: (record: LogRecord) => boolean
  readonly limit: number
  readonly scan: number
  readonly records: LogRecord[]
  /** Lines looked at so far. */
  read: number
  /** Where the last line that was read begins: the next page ends before it. */
  last?: string
}

const isDone = ({ records, limit, read, scan }: Search): boolean => records.length >= limit || read >= scan

function recordOf(line: Buffer, filter: LogFilter): LogRecord | undefined {
  // The text is looked for in the bytes: most lines are then never parsed.
  if (filter.text !== undefined && !line.includes(inJson(filter.text))) return undefined
  const record = decode(line)
  const { text: _text, ...rest } = filter
  return record !== undefined && matches(record, rest) ? record : undefined
}

function positionOf(text: string): { readonly segment: number; readonly offset: number } {
  const [, segment, offset] = /^(\d{1,9})\.(\d{1,12})$/.exec(text) ?? []
  if (segment === undefined || offset === undefined)
    throw new HooklineError('bad-option', `${JSON.stringify(text)} is not a place in the log; use \`next\` of a page.`)
  return { segment: Number(segment), offset: Number(offset) }
}
