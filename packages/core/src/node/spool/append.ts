/**
 * Spools what a background process sends later as lines in small files. Any number of processes may append. A line gets its sequence
 * number when it is sent. The size is limited: the oldest lines are dropped and counted. May throw file system errors.
 */
import { closeSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend, readRegularText } from '../system/regular-file.ts'

/** A segment is closed soon after `segmentBytes`; a longer file is not one of ours. */
const MAX_SEGMENT_BYTES = 16 * 2 ** 20

export const spoolLimits: SpoolLimits = { segmentBytes: 256 * 1024, segments: 32 }

export const listSpoolSegments = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(isSegment).toSorted()
  } catch {
    return []
  }
}
const isSegment = (name: string): boolean => /^\d{10}\.jsonl$/.test(name)
const nextSegment = (name: string | undefined): string =>
  `${String(Number.parseInt(name ?? '0', 10) + 1).padStart(10, '0')}.jsonl`

export function appendToSpool(directory: string, value: object, limits: SpoolLimits = spoolLimits): void {
  makeDirectory(directory)
  append(pickSegment(directory, limits), value)
}

export interface SpoolLimits {
  readonly segmentBytes: number
  readonly segments: number
}

/** The newest segment, or the next one if that is full. */
function pickSegment(directory: string, limits: SpoolLimits): string {
  const segments = listSpoolSegments(directory)
  const newest = segments.at(-1)
  if (newest !== undefined && sizeOf(join(directory, newest)) < limits.segmentBytes) return join(directory, newest)
  const next = join(directory, nextSegment(newest))
  const excess = segments.slice(0, Math.max(0, segments.length + 1 - limits.segments))
  const dropped = excess.reduce((sum, name) => sum + drop(join(directory, name)), 0)
  if (dropped > 0) append(next, { dropped })
  return next
}

/** A line also begins with a line break, so that a line cut off by a kill does not damage the next one. */
function append(file: string, value: object): void {
  const descriptor = openToAppend(file)
  try {
    writeSync(descriptor, `\n${JSON.stringify(value)}\n`)
  } finally {
    closeSync(descriptor)
  }
}

/** Deletes a segment and returns how many lines are lost, including those it counted as dropped. */
function drop(file: string): number {
  try {
    const lines = (readRegularText(file, MAX_SEGMENT_BYTES) ?? '').split('\n')
    rmSync(file)
    return lines.reduce((sum, line) => sum + (line === '' ? 0 : (parseDropped(line) ?? 1)), 0)
  } catch {
    // Another process has deleted it, and counts them.
    return 0
  }
}

export function parseDropped(line: string): number | undefined {
  const found = /^\{"dropped":(\d+)\}$/.exec(line)?.[1]
  return found === undefined ? undefined : Number(found)
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
