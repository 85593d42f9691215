/** The end of an audit file: the last whole record, and how much stands after it that is none. */
import { closeSync, readSync } from 'node:fs'
import { type Opened, openRegular } from '@hookline/core/files'
import { type Link, parsedLine } from './record.ts'

export interface Tail {
  /** Undefined where the file holds no whole record. */
  readonly link?: Link
  /** Bytes after the last newline: a write was cut short. */
  readonly torn: number
  /** The last record is whole but for its newline. */
  readonly unended: boolean
  readonly size: number
}

const NEWLINE = 10
const STEP = 64 * 1024
/** Far above the longest record. */
const MOST_TAIL = 64 * 2 ** 20

/** Throws where it cannot be opened: nothing is written to an audit whose end is not known. */
export function openAudit(file: string): Opened {
  const opened = openRegular(file)
  if (opened.kind === 'opened') return opened
  throw new Error(`${file} cannot be read: ${opened.kind === 'not-regular' ? `it is ${opened.what}` : opened.kind}`)
}

export function tailOf(file: string): Tail {
  const { descriptor, size } = openAudit(file)
  try {
    for (let length = Math.min(STEP, size); ; length = Math.min(length * 4, size)) {
      const found = lastIn(readAt(descriptor, size - length, length))
      if (found.link !== undefined || length === size) return { ...found, size }
      if (length > MOST_TAIL) throw new Error(`${file} holds no record in its last ${length} bytes`)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Whole lines from the back, until one is a record. */
function lastIn(bytes: Buffer): Omit<Tail, 'size'> {
  const end = bytes.lastIndexOf(NEWLINE)
  const rest = parsedLine(bytes.toString('utf8', end + 1))
  if (rest !== undefined) return { link: { n: rest.n, hash: rest.hash }, torn: 0, unended: true }
  const torn = bytes.length - end - 1
  for (let to = end; to >= 0; ) {
    const from = bytes.lastIndexOf(NEWLINE, to - 1)
    const record = to === 0 ? undefined : parsedLine(bytes.toString('utf8', from + 1, to))
    if (record !== undefined) return { link: { n: record.n, hash: record.hash }, torn, unended: false }
    if (from === -1 || to === 0) break
    to = from
  }
  return { torn, unended: false }
}

export function readAt(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const count = readSync(descriptor, bytes, read, length - read, from + read)
    if (count === 0) break
    read += count
  }
  return bytes.subarray(0, read)
}
