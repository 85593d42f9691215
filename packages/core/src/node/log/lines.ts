/** Reads the lines of a segment, forwards or backwards, a piece at a time. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Segment } from './segments.ts'

/** Opening a FIFO must not wait. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const NEWLINE = 10
const PIECE = 256 * 1024

/** Undefined for a segment that rotation has taken away. */
function openSegment({ file }: Segment): { readonly descriptor: number; readonly size: number } | undefined {
  try {
    const descriptor = openSync(file, flags)
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { descriptor, size: stats.size }
    closeSync(descriptor)
    return undefined
  } catch {
    return undefined
  }
}

/** With the segment open, if it is still there. */
export function withSegment<T>(segment: Segment, absent: T, use: (descriptor: number, size: number) => T): T {
  const open = openSegment(segment)
  if (open === undefined) return absent
  try {
    return use(open.descriptor, open.size)
  } finally {
    closeSync(open.descriptor)
  }
}

export function readAt(descriptor: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const count = readSync(descriptor, buffer, read, length - read, offset + read)
    if (count === 0) break
    read += count
  }
  return buffer.subarray(0, read)
}

/**
 * The lines between `from` and at most `to`, each with its offset; empty ones are left out. Stops at the first piece's end
 * past `atLeast` bytes. Returns where to go on: behind the last newline, so that a line still being written is read later.
 */
export function linesFrom(
  descriptor: number,
  from: number,
  to: number,
  onLine: (line: Buffer, offset: number) => void,
  atLeast = Number.POSITIVE_INFINITY,
): number {
  let done = from
  let length = PIECE
  while (done < to && done - from < atLeast) {
    const piece = readAt(descriptor, done, Math.min(length, to - done))
    const end = piece.lastIndexOf(NEWLINE) + 1
    // A line longer than the piece: look at a larger one. At the end of the file it is a line still being written.
    if (end === 0) {
      if (piece.length < length) return done
      length *= 2
      continue
    }
    split(piece.subarray(0, end), done, onLine)
    done += end
    length = PIECE
  }
  return done
}

function split(piece: Buffer, base: number, onLine: (line: Buffer, offset: number) => void): void {
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(NEWLINE, start)
    if (end > start) onLine(piece.subarray(start, end), base + start)
    start = end + 1
  }
}

/** The lines that end before `before`, the last one first, until `onLine` says false. */
export function linesBefore(
  descriptor: number,
  before: number,
  onLine: (line: Buffer, offset: number) => boolean,
): boolean {
  let end = before
  let length = 64 * 1024
  while (end > 0) {
    const start = Math.max(0, end - length)
    const piece = readAt(descriptor, start, end - start)
    // What stands before the first newline of a piece began in an earlier one.
    const first = start === 0 ? 0 : piece.indexOf(NEWLINE) + 1
    if (start > 0 && first === 0) {
      length *= 2
      continue
    }
    if (!splitBackwards(piece, first, start, onLine)) return false
    // The newline that ends the line before belongs to what comes next.
    end = start + first
    if (first === piece.length) length *= 2
    else length = 64 * 1024
  }
  return true
}

function splitBackwards(
  piece: Buffer,
  first: number,
  base: number,
  onLine: (line: Buffer, offset: number) => boolean,
): boolean {
  let end = piece.lastIndexOf(NEWLINE)
  while (end >= first && end >= 0) {
    const start = Math.max(first, end === 0 ? 0 : piece.lastIndexOf(NEWLINE, end - 1) + 1)
    if (end > start && !onLine(piece.subarray(start, end), base + start)) return false
    end = start - 1
  }
  return true
}
