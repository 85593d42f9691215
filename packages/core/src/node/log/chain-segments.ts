/** Finds the records of a chain in the segments, for the processes that continue it. */
import type { Link } from './chain-mark.ts'
import { decode, hashLine } from './frame.ts'
import { linesBefore, linesFrom, readAt, withSegment } from './lines.ts'
import { LARGEST, listSegments, type Segment } from './segments.ts'

/** Far above the longest record. */
const MOST_TAIL = 64 * 2 ** 20

export interface ChainEnd {
  /** Undefined where no whole record of the chain was found. */
  readonly link: Link | undefined
  /** Bytes of half-written lines after it. */
  readonly torn: number
}

/** What is in the segment from there on: a process was killed before it could note its record, or in the middle of a write. */
export const endAfter = (segment: Segment, from: number): ChainEnd =>
  withSegment<ChainEnd>(segment, { link: undefined, torn: 0 }, (descriptor, size) => {
    let [link, torn]: [Link | undefined, number] = [undefined, 0]
    // No killed process leaves as much: `verify` will say what it is.
    if (size - from > MOST_TAIL) return { link, torn }
    const onLine = (line: Buffer) => {
      const found = linkOf(line)
      if (found === 'torn') torn += line.length
      else if (found !== undefined) [link, torn] = [found, 0]
    }
    const next = linesFrom(descriptor, from > size ? 0 : from, size, onLine)
    if (next < size) onLine(readAt(descriptor, next, size - next))
    return { link, torn }
  })

/** The last record of the chain in any of these segments, given in their order. */
export function lastLinkIn(segments: readonly Segment[]): Link | undefined {
  for (const segment of segments.toReversed()) {
    const found = withSegment<Link | undefined>(segment, undefined, lastLinkOf)
    if (found !== undefined) return found
  }
  return undefined
}

export const lastLink = (directory: string): Link | undefined => lastLinkIn(listSegments(directory))

function lastLinkOf(descriptor: number, size: number): Link | undefined {
  let link: Link | undefined
  const onLine = (line: Buffer): boolean => {
    const found = linkOf(line)
    link = found === 'torn' ? undefined : found
    return link === undefined
  }
  if (size > LARGEST) return undefined
  const rest = restOf(descriptor, size)
  if (rest.length > 0) onLine(rest)
  if (link === undefined) linesBefore(descriptor, size, onLine)
  return link
}

/** What comes after the last newline: a record whose newline is missing is a record. */
function restOf(descriptor: number, size: number): Buffer {
  for (let length = Math.min(size, 64 * 1024); ; length = Math.min(size, length * 4)) {
    const bytes = readAt(descriptor, size - length, length)
    const newline = bytes.lastIndexOf(10)
    if (newline >= 0 || length === size) return bytes.subarray(newline + 1)
  }
}

/** Undefined: a whole record that is not part of the chain. */
function linkOf(line: Buffer): Link | 'torn' | undefined {
  const record = decode(line)
  if (record === undefined) return 'torn'
  return record.chain === undefined ? undefined : { n: record.chain.n, hash: hashLine(line) }
}
