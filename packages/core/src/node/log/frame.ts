/**
 * One record as one line: `{"v":1,"crc":"<8 hex>",…}` between two newlines. The newline in front keeps what a killed process
 * left half written from swallowing the next record; the checksum tells such a half from a whole one.
 */

import { hash } from 'node:crypto'
import { type Chain, isLogRecord, type LogRecord } from '../../sinks/log-record.ts'
import { checksum } from './checksum.ts'

const NEWLINE = 10
const head = '{"v":1,'
const opening = `${head}"crc":"`
/** From here on the checksum vouches for the bytes: behind `"crc":"01234567",`. */
const covered = opening.length + 10

/** Most lines fit in here: no memory is asked for, and none given back, for each of them. */
const usual = Buffer.allocUnsafe(64 * 1024)

/** `text` is a record as JSON, its version first. `chain` is added to the record. The bytes hold until the next call. */
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

/** Undefined for a line that is no whole record. `line` is without its newlines. */
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

/** What the next record of a chain keeps of this one. `line` is without its newlines. */
export const hashLine = (line: Buffer): string => hash('sha256', line)
