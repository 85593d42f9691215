/** `chain.json` beside the segments: where the chain of an audit log begins and ends, so that what is removed at either end is noticed. */
import { closeSync, constants, fstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../schema.ts'
import { codeOf } from '../system/code-of.ts'
import { readRegularText } from '../system/regular-file.ts'
import { checksum } from './checksum.ts'

/** The number of a record and the SHA-256 of its line. */
export interface Link {
  readonly n: number
  readonly hash: string
}

export interface ChainMark extends Link {
  readonly v: 1
  /** The segment that the chain is written to. */
  readonly segment: number
  /** Where the line of the last record ends there. */
  readonly end: number
  /** The first record that is still kept; unknown for a mark that was lost and made again. */
  readonly first?: number
  /** Switched off on purpose: records are appended without a chain. */
  readonly ended?: true
}

export const beginning: Link = { n: 0, hash: '0'.repeat(64) }

export const markName = 'chain.json'
export const markFile = (directory: string): string => join(directory, markName)

/** Always as long: it is written over in one call, because a file that is replaced costs more than all else an append does. */
const LENGTH = 512
const MOST_READS = 20

/** Undefined when there is none, or when it cannot be used. */
export function readMark(directory: string): ChainMark | undefined {
  // A reader without the lock may see one that is being written: then it reads again.
  for (let read = 0; read < MOST_READS; read++) {
    const text = readRegularText(markFile(directory), LENGTH)
    const mark = text === undefined ? undefined : parsed(text)
    if (text === undefined || mark !== undefined || text.length !== LENGTH) return mark
  }
  return undefined
}

function parsed(text: string): ChainMark | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return undefined
    const { check, ...mark } = value
    return isMark(mark) && check === checkOf(mark) ? mark : undefined
  } catch {
    return undefined
  }
}

const isMark = (value: JsonObject): value is ChainMark & JsonObject =>
  [value.n, value.segment, value.end].every((number) => Number.isSafeInteger(number)) && typeof value.hash === 'string'

const checkOf = (mark: ChainMark): number => checksum(Buffer.from(JSON.stringify(mark)))

/** Only the holder of the lock writes it. */
export function writeMark(directory: string, mark: ChainMark): void {
  const descriptor = openMark(markFile(directory))
  try {
    writeSync(descriptor, `${JSON.stringify({ ...mark, check: checkOf(mark) }).padEnd(LENGTH - 1)}\n`, 0)
  } finally {
    closeSync(descriptor)
  }
}

/** With O_NONBLOCK, opening a FIFO returns at once. */
const writing = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

function openMark(file: string): number {
  try {
    const descriptor = openSync(file, writing)
    if (fstatSync(descriptor).size === LENGTH) return descriptor
    closeSync(descriptor)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return openSync(file, 'wx', 0o600)
  }
  // Something else, or damaged.
  rmSync(file, { force: true })
  return openSync(file, 'wx', 0o600)
}
