/** The files of the log: `00000001.jsonl` and on, the newest last. Nothing is ever renamed, so no writer loses its file. */
import { readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../system/code-of.ts'

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
export function listSegments(directory: string): readonly Segment[] {
  const numbers = namesIn(directory).flatMap((name) => (/^\d{8}\.jsonl$/.test(name) ? [Number.parseInt(name, 10)] : []))
  return numbers.sort((a, b) => a - b).map((number) => segmentAt(directory, number))
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** 0 for one that was removed meanwhile. */
export const sizeOf = ({ file }: Segment): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Sixteen segments make the log: what rotation takes away at once is then a small part. */
export const segmentBytes = (maxMb: number): number =>
  Math.round(Math.min(64 * 2 ** 20, Math.max(64 * 1024, (maxMb * 2 ** 20) / 16)))

/** Removes the oldest until another segment has room. Never the newest. */
export function prune(directory: string, maxMb: number): void {
  const segments = listSegments(directory)
  const sizes = segments.map(sizeOf)
  let total = sizes.reduce((sum, size) => sum + size, 0)
  const room = maxMb * 2 ** 20 - segmentBytes(maxMb)
  for (const [at, segment] of segments.slice(0, -1).entries()) {
    if (total <= room) return
    total -= sizes[at] ?? 0
    remove(segment)
  }
}

function remove({ file }: Segment): void {
  try {
    unlinkSync(file)
  } catch {
    // Another process was faster, or a system that keeps open files: the next rotation tries again.
  }
}
