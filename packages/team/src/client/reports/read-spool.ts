/** Reads the decisions that engines append to the spool's segments, from a given position. */

import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '@hookline/core/files'
import type { JsonObject } from '@hookline/core/protocol'
import { listSpoolSegments, parseDropped, type ReportedDecision, type ReportedRun } from '@hookline/core/team'
import type { ClientPaths } from '../device/machine.ts'

export interface Position {
  readonly segment: string
  readonly offset: number
}
export const spoolStart: Position = { segment: '', offset: 0 }
const settledMs = 60_000

/** Returns the position to continue from. If the spool was deleted and started again, that is its beginning. */
export function resolvePosition(from: Position, { spool }: ClientPaths): Position {
  const newest = listSpoolSegments(spool).at(-1)
  if (newest !== undefined && newest < from.segment) return spoolStart
  const size = statSync(join(spool, from.segment), { throwIfNoEntry: false })?.size
  return size !== undefined && size < from.offset ? { ...from, offset: 0 } : from
}

export function readBatch(from: Position, paths: ClientPaths, most: number) {
  const decisions: ReportedDecision[] = []
  let until = from
  let dropped = 0
  for (const segment of listSpoolSegments(paths.spool)) {
    if (segment < from.segment) continue
    let offset = segment === from.segment ? from.offset : 0
    const text = readWhole(join(paths.spool, segment)).subarray(offset)
    // Skip a line without a line break: an engine is still writing it.
    for (const line of linesOf(text.subarray(0, text.lastIndexOf(10) + 1))) {
      if (decisions.length === most) return { decisions, until, dropped }
      offset += line.length + 1
      until = { segment, offset }
      const parsed = parseLine(line.toString('utf8'))
      if (typeof parsed === 'number') dropped += parsed
      else if (parsed !== undefined) decisions.push(parsed)
    }
  }
  return { decisions, until, dropped }
}

function* linesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0, end = text.indexOf(10); end >= 0; at = end + 1, end = text.indexOf(10, at))
    yield text.subarray(at, end)
}

/** Returns the decision, or the number of decisions that were lost at this line. */
function parseLine(line: string): ReportedDecision | number | undefined {
  if (line === '') return undefined
  const dropped = parseDropped(line)
  if (dropped !== undefined) return dropped
  try {
    const value: unknown = JSON.parse(line)
    return isDecision(value) ? value : 1
  } catch {
    return 1
  }
}

/** Keeps the newest segment, to which engines append, and segments that an engine may have opened recently. */
export function removeShipped({ segment }: Position, paths: ClientPaths): void {
  for (const name of listSpoolSegments(paths.spool)) {
    const file = join(paths.spool, name)
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (name < segment && Date.now() - changed > settledMs) rmSync(file, { force: true })
  }
}

function readWhole(file: string): Buffer {
  const parsed = readRegular(file, 16 * 2 ** 20)
  return parsed.kind === 'bytes' ? parsed.bytes : Buffer.alloc(0)
}

/** Returns about how many decisions follow the position. */
export function countFrom(position: Position, paths: ClientPaths): number {
  const from = resolvePosition(position, paths)
  let count = 0
  for (const segment of listSpoolSegments(paths.spool)) {
    if (segment < from.segment) continue
    const text = readWhole(join(paths.spool, segment)).subarray(segment === from.segment ? from.offset : 0)
    for (const line of linesOf(text)) if (line.length > 0) count += 1
  }
  return count
}

/** Checks the shape of a spooled decision. Other lines were cut off by a kill or written by another program, and the server would reject the whole batch. */
type Shape<T> = Readonly<Record<keyof T, (value: unknown) => boolean>>

const isText = (value: unknown): boolean => typeof value === 'string'
const isDuration = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  Date.parse(value) >= 0

const runShape: Shape<ReportedRun> = {
  // The first check allows only numbers.
  hookId: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  source: isText,
  fingerprint: isText,
  outcome: isText,
  failure: isText,
  durationMs: isDuration,
  // Lines of earlier releases have none.
  rule: (value) => value === undefined || isText(value),
}
const decisionShape: Shape<ReportedDecision> = {
  at: isTime,
  event: isText,
  verdict: isText,
  rule: isText,
  agent: isText,
  durationMs: isDuration,
  runs: (value) => Array.isArray(value) && value.every((run) => matchesShape(run, runShape)),
}

const matchesShape = (value: unknown, shape: Readonly<Record<string, (value: unknown) => boolean>>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  // The conditions above check that it is an object.
  Object.entries(shape).every(([key, is]) => is((value as JsonObject)[key]))

const isDecision = (value: unknown): value is ReportedDecision => matchesShape(value, decisionShape)
