/** Adds a record to the chain, beside any number of other processes. Throws what the disk throws. */
import { closeSync, fchmodSync, fstatSync, mkdirSync, statSync, writeSync } from 'node:fs'
import { openToAppend } from '@hookline/core/files'
import { currentFile, firstDay, olderFiles, removeOld, setAside } from './files.ts'
import { locked } from './lock.ts'
import { markOf, setMark } from './mark.ts'
import { beginning, type Link, lineOf, linked, type Unlinked } from './record.ts'
import { tailOf } from './tail.ts'

export interface Keeping {
  readonly directory: string
  readonly maxMb: number
  /** Days. */
  readonly retention: number
}

export async function append(record: Unlinked, keeping: Keeping, signal: AbortSignal): Promise<void> {
  mkdirSync(keeping.directory, { recursive: true, mode: 0o700 })
  await locked(`${currentFile(keeping.directory)}.lock`, signal, () => {
    const { directory } = keeping
    const { link: found, torn, unended } = whereItEnds(record.at, keeping)
    const mark = markOf(directory)
    // What is gone from the end leaves a gap in the numbers instead of a chain that begins anew.
    const link = mark !== undefined && mark.n > found.n ? mark : found
    const whole = linked(record, link, torn)
    const line = lineOf(whole)
    // What was cut short stays as a line of its own, and this record says so.
    write(currentFile(keeping.directory), torn > 0 || unended ? `\n${line}` : line)
    const first = mark?.first ?? (link.n === 0 ? 1 : undefined)
    setMark(directory, { n: whole.n, hash: whole.hash, ...(first === undefined ? {} : { first }) })
  })
}

interface End {
  readonly link: Link
  readonly torn: number
  readonly unended: boolean
}

function whereItEnds(at: string, { directory, maxMb, retention }: Keeping): End {
  const file = currentFile(directory)
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    return { link: lastOlder(directory), torn: 0, unended: false }
  const { link, torn, unended, size } = tailOf(file)
  if (link === undefined) return { link: lastOlder(directory), torn, unended }
  const isFull = size >= maxMb * 2 ** 20
  if (torn > 0 || unended || (!isFull && firstDay(file) === at.slice(0, 10))) return { link, torn, unended }
  setAside(file, link.n)
  // First the mark: what it no longer asks for may go.
  removeOld(directory, retention, (last) => {
    const mark = markOf(directory)
    if (mark !== undefined) setMark(directory, { ...mark, first: last + 1 })
  })
  return { link, torn: 0, unended: false }
}

/** A file that was set aside, and nothing written since. */
function lastOlder(directory: string): Link {
  const newest = olderFiles(directory).at(-1)
  return (newest === undefined ? undefined : tailOf(newest).link) ?? beginning
}

function write(file: string, text: string): void {
  const descriptor = openToAppend(file)
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600)
    const bytes = Buffer.from(text)
    const written = writeSync(descriptor, bytes)
    if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`)
  } finally {
    closeSync(descriptor)
  }
}
