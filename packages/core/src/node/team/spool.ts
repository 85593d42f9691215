/**
 * What was decided, on its way to the team's server: lines in small files, beside any number of other processes. A line has no
 * number yet: whoever ships it gives it one. Bounded: the oldest go first, and are counted. May throw what the disk throws.
 */
import { closeSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend, readRegularText } from '../system/regular-file.ts'

/** A segment ends soon after `segmentBytes`; a longer file is none of ours. */
const MOST_SEGMENT = 16 * 2 ** 20

export const spoolLimits: Limits = { segmentBytes: 256 * 1024, segments: 32 }

export const spoolSegments = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(isSegment).toSorted()
  } catch {
    return []
  }
}
const isSegment = (name: string): boolean => /^\d{10}\.jsonl$/.test(name)
const segmentAfter = (name: string | undefined): string =>
  `${String(Number.parseInt(name ?? '0', 10) + 1).padStart(10, '0')}.jsonl`

export function appendToSpool(directory: string, value: object, limits: Limits = spoolLimits): void {
  makeDirectory(directory)
  append(roomIn(directory, limits), value)
}

export interface Limits {
  readonly segmentBytes: number
  readonly segments: number
}

/** The newest segment, or the next one where that is full. */
function roomIn(directory: string, limits: Limits): string {
  const segments = spoolSegments(directory)
  const newest = segments.at(-1)
  if (newest !== undefined && sizeOf(join(directory, newest)) < limits.segmentBytes) return join(directory, newest)
  const next = join(directory, segmentAfter(newest))
  const excess = segments.slice(0, Math.max(0, segments.length + 1 - limits.segments))
  const dropped = excess.reduce((sum, name) => sum + drop(join(directory, name)), 0)
  if (dropped > 0) append(next, { dropped })
  return next
}

/** A line begins with a line break too: one that was torn by a kill takes no other with it. */
function append(file: string, value: object): void {
  const descriptor = openToAppend(file)
  try {
    writeSync(descriptor, `\n${JSON.stringify(value)}\n`)
  } finally {
    closeSync(descriptor)
  }
}

/** How many decisions went with it, those among them that had been dropped before. */
function drop(file: string): number {
  try {
    const lines = (readRegularText(file, MOST_SEGMENT) ?? '').split('\n')
    rmSync(file)
    return lines.reduce((sum, line) => sum + (line === '' ? 0 : (droppedIn(line) ?? 1)), 0)
  } catch {
    // Somebody else was faster, and counts them.
    return 0
  }
}

export function droppedIn(line: string): number | undefined {
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
