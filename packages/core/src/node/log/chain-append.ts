/** Appends records to the chain of an audit log, one process at a time. May throw what the disk throws. */
import { closeSync, constants, existsSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../system/code-of.ts'
import { beginning, type ChainMark, markFile, readMark, writeMark } from './chain-mark.ts'
import { endAfter, lastLink, lastLinkIn } from './chain-segments.ts'
import { encode, hashLine } from './frame.ts'
import { withLock } from './lock.ts'
import { expendable, listSegments, makePrivate, openSegment, remove, segmentAt, segmentBytes } from './segments.ts'

export interface ChainAppender {
  /**
   * When it returns true, the record outlives this process. False: nothing was written, because there is no chain to
   * continue and `begins` is false.
   */
  append(text: string, begins: boolean): boolean
  close(): void
}

const lockFile = (directory: string): string => join(directory, 'chain.lock')

export function createChainAppender(directory: string, maxMb: () => number): ChainAppender {
  let open: { readonly segment: number; readonly inode: number; readonly descriptor: number } | undefined

  function close(): void {
    if (open !== undefined) closeSync(open.descriptor)
    open = undefined
  }

  function appendLocked(text: string, begins: boolean): boolean {
    for (let attempt = 0; attempt < 3; attempt++) {
      const mark = readMark(directory)
      if (!begins && (mark === undefined ? !existsSync(markFile(directory)) : mark.ended === true)) return false
      if (tryToAppend(text, mark ?? findMark(directory))) return true
      close()
    }
    throw new Error('the file of the log is removed again and again')
  }

  /** False when the file was removed meanwhile: what was written is gone with it. */
  function tryToAppend(text: string, mark: ChainMark): boolean {
    const { descriptor, from, torn } = prepare(mark)
    const chain = { n: from.n + 1, prev: from.hash, ...(torn === 0 ? {} : { torn }) }
    const line = encode(text, chain)
    const hash = hashLine(line.subarray(1, -1))
    const written = writeSync(descriptor, line)
    if (written !== line.length) throw new Error(`only ${written} of ${line.length} bytes were written`)
    const { size, nlink } = fstatSync(descriptor)
    if (nlink === 0) return false
    // After the record: if the process is killed between the two, the next one finds the record behind the mark.
    writeMark(directory, { ...from, n: chain.n, hash, end: size })
    return true
  }

  /** The segment that takes the next record, and the record that it follows. */
  function prepare(mark: ChainMark): {
    readonly descriptor: number
    readonly from: ChainMark
    readonly torn: number
  } {
    const segment = segmentAt(directory, mark.segment)
    const found = statSync(segment.file, { throwIfNoEntry: false })
    const end = found === undefined || found.size === mark.end ? undefined : endAfter(segment, mark.end)
    // What is gone from the end leaves a gap in the numbers, so that it is noticed.
    const last = end?.link !== undefined && end.link.n > mark.n ? end.link : mark
    const from = { ...mark, n: last.n, hash: last.hash }
    const torn = end?.torn ?? 0
    const isFull = (found?.size ?? 0) >= segmentBytes(maxMb())
    const descriptor = found === undefined || isFull || mark.ended ? undefined : openCurrent(mark.segment, found.ino)
    if (descriptor !== undefined) return { descriptor, from, torn }
    const next = startSegment(from)
    return { ...next, from: isFull ? pruneChained(directory, maxMb(), next.from) : next.from, torn }
  }

  /** Undefined where another program has begun a segment after it. */
  function openCurrent(segment: number, inode: number): number | undefined {
    if (open?.segment === segment && open.inode === inode) return open.descriptor
    close()
    if (newestNumber(directory) !== segment) return undefined
    const descriptor = openSegment(segmentAt(directory, segment))
    open = { segment, inode, descriptor }
    return descriptor
  }

  /**
   * The mark first: a process that writes without a chain checks for it after it has opened a file, so it never keeps one
   * that belongs to the chain.
   */
  function startSegment({ ended: _, ...before }: ChainMark): { readonly descriptor: number; readonly from: ChainMark } {
    close()
    for (;;) {
      const segment = newestNumber(directory) + 1
      const from = { ...before, segment, end: 0 }
      writeMark(directory, from)
      const descriptor = createFile(segmentAt(directory, segment).file)
      if (descriptor === undefined) continue
      open = { segment, inode: fstatSync(descriptor).ino, descriptor }
      return { descriptor, from }
    }
  }

  return {
    append(text, begins) {
      const work = () => withLock(lockFile(directory), () => appendLocked(text, begins))
      try {
        if (open === undefined) makePrivate(directory)
        return work()
      } catch (error) {
        close()
        if (codeOf(error) !== 'ENOENT') throw error
      }
      // The directory was removed.
      makePrivate(directory)
      return work()
    },
    close,
  }
}

const creating = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL

/** Undefined where another process was faster. */
function createFile(file: string): number | undefined {
  try {
    return openSync(file, creating, 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

/** Where there is no mark that can be used: after the last record that is there, in a segment of its own. */
function findMark(directory: string): ChainMark {
  const last = lastLink(directory)
  return { v: 1, ...(last ?? { ...beginning, first: 1 }), segment: 0, end: 0 }
}

/** From the next record on, the log is appended to without a chain. */
export function endChain(directory: string): void {
  withLock(lockFile(directory), () => {
    const mark = readMark(directory) ?? { ...findMark(directory), segment: newestNumber(directory) }
    writeMark(directory, { ...mark, ended: true })
  })
}

const newestNumber = (directory: string): number => listSegments(directory).at(-1)?.number ?? 0

/** Deletes the oldest segments of a log that has a chain. The mark first: records that it no longer asks for may go. */
export function prune(directory: string, maxMb: number): void {
  withLock(lockFile(directory), () => {
    const mark = readMark(directory)
    if (mark === undefined) expendable(directory, maxMb).forEach(remove)
    else pruneChained(directory, maxMb, mark)
  })
}

function pruneChained(directory: string, maxMb: number, mark: ChainMark): ChainMark {
  const old = expendable(directory, maxMb).filter(({ number }) => number < mark.segment || mark.ended === true)
  const last = lastLinkIn(old)
  const kept = last === undefined ? mark : { ...mark, first: last.n + 1 }
  if (last !== undefined) writeMark(directory, kept)
  old.forEach(remove)
  return kept
}
