/** Appends records to the newest segment, while other processes may append to it too. Errors of the disk are thrown. */
import { closeSync, fstatSync, writeSync } from 'node:fs'
import { createChainAppender, endChain, prune } from './chain-append.ts'
import { type ChainMark, markName, readMark } from './chain-mark.ts'
import { encode } from './frame.ts'
import {
  expendable,
  makePrivate,
  namesIn,
  openSegment,
  remove,
  segmentAt,
  segmentBytes,
  segmentsAmong,
  sizeOf,
} from './segments.ts'

export interface Appender {
  /** When it returns, the record outlives this process. `text` is a record as JSON. */
  append(text: string): void
  close(): void
}

export interface AppendSettings {
  readonly maxMb: number
  /** True makes the log a chain from here on, false ends the chain. If it is absent, the log stays as it is. */
  readonly audit?: boolean
}

export type OpenAppender = (directory: string, settings: () => AppendSettings) => Appender

const CHECK_EVERY_MS = 5

/** `settings` is called for every record. */
export function createAppender(directory: string, settings: () => AppendSettings): Appender {
  const maxMb = () => settings().maxMb
  const chain = createChainAppender(directory, maxMb)
  /** The log was a chain when it was last opened. */
  let isChained = false
  let descriptor: number | undefined
  let checkedAt = 0
  let uncheckedBytes = 0

  function close(): void {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
    chain.close()
  }

  /** False if the caller must try again: the file was removed meanwhile, or the log has become a chain or stopped being one. */
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
    uncheckedBytes += line.length
    return !isDue() || checkSegment(descriptor)
  }

  function appendChained(text: string, begins: boolean): boolean {
    if (descriptor !== undefined) close()
    isChained = chain.append(text, begins)
    return isChained
  }

  /** A burst is not checked at every line, because no process fills the rest of the log in such a short time. */
  function isDue(): boolean {
    return uncheckedBytes >= segmentBytes(maxMb()) / 16 || performance.now() - checkedAt >= CHECK_EVERY_MS
  }

  /** Closes the segment if it is full or was removed, so that the next record opens another. False if it was removed. */
  function checkSegment(open: number): boolean {
    checkedAt = performance.now()
    uncheckedBytes = 0
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

/** Opens the segment for records without a chain. Undefined if the log is a chain and `audit` does not end it. */
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
    const descriptor = openSegment(segmentAt(directory, number))
    if (isStillNewest(directory, number)) {
      if (isFull && mark !== undefined) prune(directory, maxMb)
      else if (isFull) expendable(directory, maxMb).forEach(remove)
      return descriptor
    }
    closeSync(descriptor)
  }
}

/**
 * Another process may have opened a newer segment meanwhile. The oldest segment is removed first, so a record must not go
 * to one that is no longer the newest. The file may also belong to a chain that has just begun.
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
