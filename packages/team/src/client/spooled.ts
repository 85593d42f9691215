/** What engines wrote down of their decisions, in segments that only grow: read from a position on. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '@hookline/core/files'
import { droppedIn, type ReportedDecision, spoolSegments } from '@hookline/core/team'
import { isDecision } from './decision-shape.ts'
import type { Places } from './machine.ts'

export interface Position {
  readonly segment: string
  readonly offset: number
}
export const start: Position = { segment: '', offset: 0 }
const settledMs = 60_000

/** Where it went on, unless somebody took the spool away and it began anew: then from its beginning. */
export function foundAgain(from: Position, { spool }: Places): Position {
  const newest = spoolSegments(spool).at(-1)
  if (newest !== undefined && newest < from.segment) return start
  const size = statSync(join(spool, from.segment), { throwIfNoEntry: false })?.size
  return size !== undefined && size < from.offset ? { ...from, offset: 0 } : from
}

export function take(from: Position, places: Places, most: number) {
  const decisions: ReportedDecision[] = []
  let until = from
  let dropped = 0
  for (const segment of spoolSegments(places.spool)) {
    if (segment < from.segment) continue
    let offset = segment === from.segment ? from.offset : 0
    const text = readWhole(join(places.spool, segment)).subarray(offset)
    // A line without its end is still being written.
    for (const line of linesOf(text.subarray(0, text.lastIndexOf(10) + 1))) {
      if (decisions.length === most) return { decisions, until, dropped }
      offset += line.length + 1
      until = { segment, offset }
      const found = read(line.toString('utf8'))
      if (typeof found === 'number') dropped += found
      else if (found !== undefined) decisions.push(found)
    }
  }
  return { decisions, until, dropped }
}

function* linesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0, end = text.indexOf(10); end >= 0; at = end + 1, end = text.indexOf(10, at))
    yield text.subarray(at, end)
}

/** A number: so many were lost here. */
function read(line: string): ReportedDecision | number | undefined {
  if (line === '') return undefined
  const dropped = droppedIn(line)
  if (dropped !== undefined) return dropped
  try {
    const value: unknown = JSON.parse(line)
    return isDecision(value) ? value : 1
  } catch {
    return 1
  }
}

/** Not the newest, to which engines append, and not one that somebody may just have opened. */
export function removeShipped({ segment }: Position, places: Places): void {
  for (const name of spoolSegments(places.spool)) {
    const file = join(places.spool, name)
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (name < segment && Date.now() - changed > settledMs) rmSync(file, { force: true })
  }
}

function readWhole(file: string): Buffer {
  const found = readRegular(file, 16 * 2 ** 20)
  return found.kind === 'bytes' ? found.bytes : Buffer.alloc(0)
}

/** How many there are from there on, roughly. */
export function countFrom(position: Position, places: Places): number {
  const from = foundAgain(position, places)
  let count = 0
  for (const segment of spoolSegments(places.spool)) {
    if (segment < from.segment) continue
    const text = readWhole(join(places.spool, segment)).subarray(segment === from.segment ? from.offset : 0)
    for (const line of linesOf(text)) if (line.length > 0) count += 1
  }
  return count
}
