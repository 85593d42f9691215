/**
 * One record as one line: `{"v":1,"crc":"<8 hex>",…}` between two newlines. The newline in front keeps what a killed process
 * left half written from swallowing the next record; the checksum tells such a half from a whole one.
 */

import { isLogRecord, type LogRecord } from '../../sinks/log-record.ts'
import { checksum } from './checksum.ts'

const head = '{"v":1,'
const opening = `${head}"crc":"`
/** From here on the checksum vouches for the bytes: behind `"crc":"01234567",`. */
const covered = opening.length + 10

/** `text` is a record as JSON, its version first. */
export function encode(text: string): Buffer {
  const rest = text.slice(head.length)
  const line = Buffer.from(`\n${opening}00000000",${rest}\n`)
  line.write(hex(checksum(line.subarray(1 + covered, -1))), 1 + opening.length, 'latin1')
  return line
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
