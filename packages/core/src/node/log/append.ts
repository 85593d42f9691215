/** Appends records to the newest segment, beside any number of other processes. May throw what the disk throws. */
import { closeSync, fchmodSync, fstatSync, writeSync } from 'node:fs'
import { openToAppend } from '../system/regular-file.ts'
import { createChainAppender, endChain, prune } from './chain-append.ts'
import { type ChainMark, markName, readMark } from './chain-mark.ts'
import { encode } from './frame.ts'
import { expendable, makePrivate, namesIn, remove, segmentAt, segmentBytes, segmentsAmong, sizeOf } from './segments.ts'

export interface Appender {
  /** When it returns, the record outlives this process. `text` is a record as JSON. */
  append(text: string): void
  close(): void
}

export interface AppendSettings {
  readonly maxMb: number
  /** True: the log is a chain from here on. False: it no longer is. Absent: as it is. */
  readonly audit?: boolean
}

const LOOK_EVERY_MS = 5

/** `settings` is asked at every record. */
export function createAppender(directory: string, settings: () => AppendSettings): Appender {
  const maxMb = () => settings().maxMb
  const chain = createChainAppender(directory, maxMb)
  /** The log was a chain when it was last opened. */
  let isChained = false
  let descriptor: number | undefined
  let lookedAt = 0
  let unseen = 0

  function close(): void {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
    chain.close()
  }

  /** False when it has to be tried again: the file was removed meanwhile, or the log has become a chain or is none any more. */
  function tryAppend(text: string): boolean {
    const { audit } = settings()
    if (audit === true || (isChained && audit !== false)) return appendChained(text, audit === true)
    descriptor ??= openNewest(directory, settings())
    if (descriptor === undefined) {
      isChained = true
      return false
    }
    const line = encode(text)
    const written = writeSync(descriptor, line)
    if (written !== line.length) throw new Error(`only ${written} of ${line.length} bytes were written`)
    unseen += line.length
    return !isDue() || look(descriptor)
  }

  function appendChained(text: string, begins: boolean): boolean {
    if (descriptor !== undefined) close()
    isChained = chain.append(text, begins)
    return isChained
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
    append(text) {
      try {
        for (let attempt = 0; attempt < 5; attempt++) if (tryAppend(text)) return
      } catch (error) {
        close()
        throw error
      }
      throw new Error('the file of the log is removed again and again')
    },
    close,
  }
}

/** For records without a chain. Undefined where the log is a chain, and `audit` does not end it. */
function openNewest(directory: string, { maxMb, audit }: AppendSettings): number | undefined {
  makePrivate(directory)
  for (;;) {
    const names = namesIn(directory)
    const mark = markAmong(names, directory)
    if (mark !== undefined && mark.ended !== true) {
      if (audit !== false) return undefined
      endChain(directory)
      continue
    }
    const newest = segmentsAmong(names, directory).at(-1)
    const isFull = newest !== undefined && sizeOf(newest) >= segmentBytes(maxMb)
    // The segments of a chain that was ended are left as they are.
    const number = Math.max((newest?.number ?? 1) + (isFull ? 1 : 0), (mark?.segment ?? 0) + 1)
    const descriptor = openToAppend(segmentAt(directory, number).file)
    if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600)
    if (isStillNewest(directory, number)) {
      if (isFull && mark !== undefined) prune(directory, maxMb)
      else if (isFull) expendable(directory, maxMb).forEach(remove)
      return descriptor
    }
    closeSync(descriptor)
  }
}

/**
 * Others may have gone on meanwhile: a number that is no longer the newest would be the first to be removed, and the file
 * may belong to a chain that has just begun.
 */
function isStillNewest(directory: string, number: number): boolean {
  const names = namesIn(directory)
  const mark = markAmong(names, directory)
  if (mark !== undefined && mark.ended !== true) return false
  return (segmentsAmong(names, directory).at(-1)?.number ?? 0) <= number
}

const unusable: Pick<ChainMark, 'segment' | 'ended'> = { segment: 0 }

/** A mark that cannot be used stands for a chain: the process that continues it makes a new one. */
const markAmong = (names: readonly string[], directory: string): Pick<ChainMark, 'segment' | 'ended'> | undefined =>
  names.includes(markName) ? (readMark(directory) ?? unusable) : undefined
