/** The files of the log: `00000001.jsonl` and on, the newest last. Nothing is ever renamed, so no writer loses its file. */
import { chmodSync, fchmodSync, fstatSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../system/code-of.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend } from '../system/regular-file.ts'

export interface Segment {
  readonly number: number
  readonly file: string
}

export const segmentName = (number: number): string => `${String(number).padStart(8, '0')}.jsonl`
export const segmentAt = (directory: string, number: number): Segment => ({
  number,
  file: join(directory, segmentName(number)),
})

/** Oldest first. A log that is not there yet has none. */
export const listSegments = (directory: string): readonly Segment[] => segmentsAmong(namesIn(directory), directory)

export function segmentsAmong(names: readonly string[], directory: string): readonly Segment[] {
  const numbers = names.flatMap((name) => (/^\d{8}\.jsonl$/.test(name) ? [Number.parseInt(name, 10)] : []))
  return numbers.sort((a, b) => a - b).map((number) => segmentAt(directory, number))
}

export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Opens it to append, creates it if needed, and makes it readable by its owner alone. */
export function openSegment({ file }: Segment): number {
  const descriptor = openToAppend(file)
  if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600)
  return descriptor
}

/** 0 for one that was removed meanwhile. */
export const sizeOf = ({ file }: Segment): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Sixteen segments make the log: what rotation takes away at once is then a small part. */
export const segmentBytes = (maxMb: number): number =>
  Math.round(Math.min(64 * 2 ** 20, Math.max(64 * 1024, (maxMb * 2 ** 20) / 16)))

/** A segment is at most 64 MiB and what several processes add before they notice: a larger file is not one of ours. */
export const LARGEST = 2 ** 30

/** The oldest, as many as must go before another segment fits in. Never the newest. */
export function expendable(directory: string, maxMb: number): readonly Segment[] {
  const segments = listSegments(directory)
  const sizes = segments.map(sizeOf)
  let total = sizes.reduce((sum, size) => sum + size, 0)
  const most = maxMb * 2 ** 20 - segmentBytes(maxMb)
  const old: Segment[] = []
  for (const [at, segment] of segments.slice(0, -1).entries()) {
    if (total <= most) break
    total -= sizes[at] ?? 0
    old.push(segment)
  }
  return old
}

export function remove({ file }: Segment): void {
  try {
    unlinkSync(file)
  } catch {
    // Another process was faster, or a system that keeps open files: the next rotation tries again.
  }
}

/** Created, and readable for its owner alone. */
export function makePrivate(directory: string): void {
  makeDirectory(directory)
  if ((statSync(directory).mode & 0o077) !== 0) chmodSync(directory, 0o700)
}
