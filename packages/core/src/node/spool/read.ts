/** Reads the lines that engines append to a spool, from a given position. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '../system/regular-file.ts'
import { listSpoolSegments, parseDropped } from './append.ts'

export interface SpoolPosition {
  readonly segment: string
  readonly offset: number
}
export const spoolStart: SpoolPosition = { segment: '', offset: 0 }
const settledMs = 60_000

/** Returns the position to continue from. If the spool was deleted and started again, that is its beginning. */
export function resolvePosition(from: SpoolPosition, directory: string): SpoolPosition {
  const newest = listSpoolSegments(directory).at(-1)
  if (newest !== undefined && newest < from.segment) return spoolStart
  const size = statSync(join(directory, from.segment), { throwIfNoEntry: false })?.size
  return size !== undefined && size < from.offset ? { ...from, offset: 0 } : from
}

export interface SpoolBatch<T> {
  readonly lines: readonly T[]
  readonly until: SpoolPosition
  /** How many lines were lost: dropped from a full spool, cut off by a kill, or not of this shape. */
  readonly dropped: number
}

export function readSpool<T>(
  from: SpoolPosition,
  directory: string,
  isLine: (value: unknown) => value is T,
  { most, mostBytes = Number.POSITIVE_INFINITY }: { readonly most: number; readonly mostBytes?: number },
): SpoolBatch<T> {
  const lines: T[] = []
  let until = from
  let [dropped, bytes] = [0, 0]
  for (const segment of listSpoolSegments(directory)) {
    if (segment < from.segment) continue
    let offset = segment === from.segment ? from.offset : 0
    const text = readWhole(join(directory, segment)).subarray(offset)
    // Skip a line without a line break: an engine is still writing it.
    for (const line of linesOf(text.subarray(0, text.lastIndexOf(10) + 1))) {
      if (lines.length === most || (lines.length > 0 && bytes + line.length > mostBytes))
        return { lines, until, dropped }
      offset += line.length + 1
      bytes += line.length
      until = { segment, offset }
      const parsed = parseLine(line.toString('utf8'), isLine)
      if (typeof parsed === 'number') dropped += parsed
      else lines.push(parsed.line)
    }
  }
  return { lines, until, dropped }
}

function* linesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0, end = text.indexOf(10); end >= 0; at = end + 1, end = text.indexOf(10, at))
    yield text.subarray(at, end)
}

/** Returns the line, or how many were lost at it. */
function parseLine<T>(line: string, isLine: (value: unknown) => value is T): { readonly line: T } | number {
  if (line === '') return 0
  const dropped = parseDropped(line)
  if (dropped !== undefined) return dropped
  try {
    const value: unknown = JSON.parse(line)
    return isLine(value) ? { line: value } : 1
  } catch {
    return 1
  }
}

/** Keeps the newest segment, to which engines append, and segments that an engine may have opened recently. */
export function removeShipped({ segment }: SpoolPosition, directory: string): void {
  for (const name of listSpoolSegments(directory)) {
    const file = join(directory, name)
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (name < segment && Date.now() - changed > settledMs) rmSync(file, { force: true })
  }
}

function readWhole(file: string): Buffer {
  const parsed = readRegular(file, 16 * 2 ** 20)
  return parsed.kind === 'bytes' ? parsed.bytes : Buffer.alloc(0)
}

/** Returns about how many lines follow the position. */
export function countFrom(position: SpoolPosition, directory: string): number {
  const from = resolvePosition(position, directory)
  let count = 0
  for (const segment of listSpoolSegments(directory)) {
    if (segment < from.segment) continue
    const text = readWhole(join(directory, segment)).subarray(segment === from.segment ? from.offset : 0)
    for (const line of linesOf(text)) if (line.length > 0) count += 1
  }
  return count
}
