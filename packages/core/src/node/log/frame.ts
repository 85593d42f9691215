/**
 * Encodes one record as one line: `{"v":1,"crc":"<8 hex>",…}` between two newlines. A killed process may leave half a line:
 * the newline in front separates it from the next record, and the checksum shows that it is incomplete.
 */

import { hash } from 'node:crypto'
import { type Chain, isLogRecord, type LogRecord } from '../../sinks/log-record.ts'
import { checksum } from './checksum.ts'

const NEWLINE = 10
const head = '{"v":1,'
const opening = `${head}"crc":"`
/** The checksum covers the bytes from here on, after `"crc":"01234567",`. */
const covered = opening.length + 10

/** Most lines fit into this buffer, so no memory is allocated for them. */
const usual = Buffer.allocUnsafe(64 * 1024)

/** `text` is a record as JSON, its version first. `chain` is added to the record. The bytes are valid until the next call. */
export function encode(text: string, chain?: Chain): Buffer {
  const link = chain === undefined ? '' : `"chain":${JSON.stringify(chain)},`
  const most = 2 + covered + link.length + text.length * 3
  const line = most <= usual.length ? usual : Buffer.allocUnsafe(most)
  // The text's own beginning is written over: the version is part of the opening.
  const start = 1 + covered
  const body = start + link.length
  const end = body - head.length + line.write(text, body - head.length)
  if (link !== '') line.write(link, start, 'latin1')
  line.write(`\n${opening}${hex(checksum(line.subarray(start, end)))}",`, 'latin1')
  line[end] = NEWLINE
  return line.subarray(0, end + 1)
}

/** Undefined if the line is not a complete record. `line` is without its newlines. */
export function decode(line: Buffer): LogRecord | undefined {
  if (!isWhole(line)) return undefined
  const value: unknown = JSON.parse(head + line.toString('utf8', covered))
  return isLogRecord(value) ? value : undefined
}

const isWhole = (line: Buffer): boolean =>
  line.length > covered &&
  line.toString('latin1', 0, opening.length) === opening &&
  line.toString('latin1', opening.length, opening.length + 8) === hex(checksum(line.subarray(covered)))

const hex = (number: number): string => number.toString(16).padStart(8, '0')

/** The hash that the next record of a chain has of this one. `line` is without its newlines. */
export const hashLine = (line: Buffer): string => hash('sha256', line)
