/** Appends lines to the newest segment, beside any number of other processes. May throw what the disk throws. */
import { chmodSync, closeSync, fchmodSync, fstatSync, statSync, writeSync } from 'node:fs'
import { makeDirectory } from '../system/make-directory.ts'
import { openToAppend } from '../system/regular-file.ts'
import { listSegments, prune, type Segment, segmentAt, segmentBytes, sizeOf } from './segments.ts'

export interface Appender {
  /** When it returns, the line outlives this process. */
  append(line: Buffer): void
  close(): void
}

const LOOK_EVERY_MS = 5

export function createAppender(directory: string, maxMb: () => number): Appender {
  let descriptor: number | undefined
  let lookedAt = 0
  let unseen = 0

  function close(): void {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }

  /** False when the file was removed meanwhile: what was written is gone with it. */
  function tryAppend(line: Buffer): boolean {
    descriptor ??= openNewest(directory, maxMb())
    const written = writeSync(descriptor, line)
    if (written !== line.length) throw new Error(`only ${written} of ${line.length} bytes were written`)
    unseen += line.length
    return !isDue() || look(descriptor)
  }

  /** In a burst not at every line: nobody fills the rest of the log in so short a time. */
  function isDue(): boolean {
    return unseen >= segmentBytes(maxMb()) / 16 || performance.now() - lookedAt >= LOOK_EVERY_MS
  }

  /** Goes on to the next segment when this one is full or gone; false when it is gone. */
  function look(open: number): boolean {
    lookedAt = performance.now()
    unseen = 0
    const { nlink, size } = fstatSync(open)
    if (nlink === 0 || size >= segmentBytes(maxMb())) close()
    return nlink > 0
  }

  return {
    append(line) {
      try {
        for (let attempt = 0; attempt < 3; attempt++) if (tryAppend(line)) return
      } catch (error) {
        close()
        throw error
      }
      throw new Error('the file of the log is removed again and again')
    },
    close,
  }
}

function openNewest(directory: string, maxMb: number): number {
  privateDirectory(directory)
  for (;;) {
    const newest = listSegments(directory).at(-1)
    const rotates = newest !== undefined && sizeOf(newest) >= segmentBytes(maxMb)
    const segment = newest === undefined ? segmentAt(directory, 1) : rotates ? next(directory, newest) : newest
    const descriptor = openToAppend(segment.file)
    if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600)
    // Others may have gone on meanwhile: a number that is no longer the newest would be the first to be removed.
    if ((listSegments(directory).at(-1)?.number ?? 0) <= segment.number) {
      if (rotates) prune(directory, maxMb)
      return descriptor
    }
    closeSync(descriptor)
  }
}

const next = (directory: string, { number }: Segment): Segment => segmentAt(directory, number + 1)

function privateDirectory(directory: string): void {
  makeDirectory(directory)
  if ((statSync(directory).mode & 0o077) !== 0) chmodSync(directory, 0o700)
}
