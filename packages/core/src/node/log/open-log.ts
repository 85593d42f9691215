/** The durable log's reading side: newest first, a page at a time, whatever processes write meanwhile. */
import { join, resolve } from 'node:path'
import { HooklineError } from '../../errors.ts'
import { inJson, type LogFilter, matches } from '../../sinks/log-filter.ts'
import type { LogRecord } from '../../sinks/log-record.ts'
import { sha256 } from '../hashes.ts'
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

  async function query({ limit = PAGE, before, ...filter }: LogQuery = {}): Promise<LogPage> {
    const from = before === undefined ? undefined : positionOf(before)
    const segments = listSegments(directory)
    indexes.keep(segments)
    const found: Found[] = []
    for (const segment of segments.toReversed()) {
      if (from !== undefined && segment.number > from.segment) continue
      const end = segment.number === from?.segment ? from.offset : Number.POSITIVE_INFINITY
      await search(segment, end, filter, limit, found)
      if (found.length >= limit) break
    }
    const last = found.at(-1)
    const records = found.map(({ record }) => record)
    return last === undefined || found.length < limit ? { records } : { records, next: cursor(last) }
  }

  /** Adds what the segment holds, the last line first, until there are enough. */
  async function search(
    segment: Segment,
    end: number,
    filter: LogFilter,
    limit: number,
    found: Found[],
  ): Promise<void> {
    const take = (line: Buffer, offset: number) => {
      const record = recordOf(line, filter)
      if (record !== undefined) found.push({ record, segment: segment.number, offset })
      return found.length < limit
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

interface Found {
  readonly record: LogRecord
  readonly segment: number
  readonly offset: number
}

function recordOf(line: Buffer, filter: LogFilter): LogRecord | undefined {
  // The text is looked for in the bytes: most lines are then never parsed.
  if (filter.text !== undefined && !line.includes(inJson(filter.text))) return undefined
  const record = decode(line)
  const { text: _text, ...rest } = filter
  return record !== undefined && matches(record, rest) ? record : undefined
}

const cursor = ({ segment, offset }: Found): string => `${segment}.${offset}`

function positionOf(text: string): { readonly segment: number; readonly offset: number } {
  const [, segment, offset] = /^(\d{1,9})\.(\d{1,12})$/.exec(text) ?? []
  if (segment === undefined || offset === undefined)
    throw new HooklineError('bad-option', `${JSON.stringify(text)} is not a place in the log; use \`next\` of a page.`)
  return { segment: Number(segment), offset: Number(offset) }
}
