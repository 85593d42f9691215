/**
 * Ships what the engines spooled. A number is given to a decision when its batch is written down, before it is sent; the same
 * batch is sent until the server has it. So no number ever stands for two decisions, and none is left out.
 */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { create, toBinary } from '@bufbuild/protobuf'
import { droppedIn, type ReportedDecision, readState, spoolSegments } from '@hookline/core/team'
import { type Decision, DecisionSchema, DeviceService } from '../wire/index.ts'
import { reportLimits } from '../wire/report-limits.ts'
import { type Enrolled, serverOf } from './device.ts'
import type { Disk } from './disk.ts'
import { asTeamError, TeamError } from './failure.ts'
import type { Machine, Places } from './machine.ts'
import { call } from './rpc.ts'
import { isDecision } from './spooled.ts'

interface Position {
  readonly segment: string
  readonly offset: number
}
export interface Shipping {
  /** Whose numbers these are: a new device counts from 1. */
  readonly device: string
  readonly next: number
  readonly from: Position
  readonly batch?: { readonly first: number; readonly decisions: readonly ReportedDecision[]; readonly until: Position }
  /** Lost before they were sent: too many while the server was away, or torn by a kill. */
  readonly dropped: number
}

const batchSize = 200
const settledMs = 60_000
const start: Position = { segment: '', offset: 0 }

/** All of it, or a `TeamError` with the rest still here. Answers how many were sent. */
export async function ship(device: Enrolled, machine: Machine, disk: Disk): Promise<number> {
  const { places } = device
  let state = readShipping(places, device.deviceId)
  if (state === undefined && spoolSegments(places.spool).length === 0) return 0
  state ??= await begun(device, machine)
  for (let sent = 0; ; ) {
    state = withBatch(state, places, disk)
    if (state.batch === undefined) return sent
    const { kept, refused } = await send(device, machine, state.batch)
    sent += kept
    state = afterSending(state, state.batch, kept, refused)
    save(state, places, disk)
    removeShipped(state.from, places)
  }
}

/** The numbers of what the server refused were given to nobody: what comes after it gets them. */
function afterSending(
  { batch: _, ...rest }: Shipping,
  { first, decisions, until }: NonNullable<Shipping['batch']>,
  kept: number,
  refused: number,
): Shipping {
  const next = first + kept
  const dropped = rest.dropped + refused
  const left = decisions.slice(kept + refused)
  if (left.length === 0) return { ...rest, next, dropped, from: until }
  return { ...rest, next, dropped, batch: { first: next, decisions: left, until } }
}

/** What the server has of this device decides where to go on, should this machine have forgotten. */
async function begun(device: Enrolled, machine: Machine): Promise<Shipping> {
  const { accepted } = await call(serverOf(device, machine), DeviceService.method.report, { decisions: [] })
  return { device: device.deviceId, next: Number(accepted) + 1, from: start, dropped: 0 }
}

/** How many of the batch the server has now, and how many after them it calls wrong, as it would for ever. */
async function send(
  device: Enrolled,
  machine: Machine,
  { first, decisions }: NonNullable<Shipping['batch']>,
): Promise<{ readonly kept: number; readonly refused: number }> {
  const numbered = decisions.map((decision, at) => onWire(decision, first + at))
  let kept = 0
  for (const part of partsOf(numbered)) {
    const answer = await call(serverOf(device, machine), DeviceService.method.report, { decisions: part }).catch(
      (thrown: unknown) => {
        if (asTeamError(thrown).code === 'invalid_argument') return undefined
        throw thrown
      },
    )
    if (answer === undefined) return { kept, refused: part.length }
    const own = new Set(part.map(({ sequence }) => sequence))
    const lost = answer.missing.find((number) => own.has(number))
    if (lost !== undefined) throw new TeamError('unreachable', `${device.url} did not keep report ${lost}`)
    kept += part.length
  }
  return { kept, refused: 0 }
}

/** A batch of long decisions is more than a server takes at once. */
function partsOf(decisions: readonly Decision[]): readonly Decision[][] {
  const parts: Decision[][] = []
  let [bytes, runs] = [0, 0]
  for (const decision of decisions) {
    const size = toBinary(DecisionSchema, decision).length + tagBytes
    bytes += size
    runs += decision.runs.length
    if (parts.length === 0 || bytes > reportLimits.bytes || runs > reportLimits.runsInAll) {
      parts.push([])
      bytes = size
      runs = decision.runs.length
    }
    parts.at(-1)?.push(decision)
  }
  return parts
}
/** What stands before a message in a list: its number, and its length. */
const tagBytes = 6

/** The server refuses a batch with a word in it that is none: it must not be stuck for ever. */
const word = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, 200)

const onWire = (decision: ReportedDecision, sequence: number): Decision =>
  create(DecisionSchema, {
    sequence: BigInt(sequence),
    at: decision.at,
    event: word(decision.event),
    verdict: word(decision.verdict),
    rule: word(decision.rule),
    agent: word(decision.agent),
    durationMs: decision.durationMs,
    runs: decision.runs
      .slice(0, reportLimits.runs)
      .map(({ hookId, source, fingerprint, outcome, failure, durationMs }) => ({
        hookId: BigInt(hookId),
        source: word(source),
        fingerprint: word(fingerprint),
        outcome: word(outcome),
        failure: word(failure),
        durationMs,
      })),
  })

function withBatch(state: Shipping, places: Places, disk: Disk): Shipping {
  if (state.batch !== undefined) return state
  const { decisions, until, dropped } = take(foundAgain(state.from, places), places)
  if (decisions.length === 0 && dropped === 0) return state
  const next: Shipping = {
    ...state,
    dropped: state.dropped + dropped,
    ...(decisions.length === 0 ? { from: until } : { batch: { first: state.next, decisions, until } }),
  }
  save(next, places, disk)
  return next
}

/** Where it went on, unless somebody took the spool away and it began anew: then from its beginning. */
function foundAgain(from: Position, { spool }: Places): Position {
  const newest = spoolSegments(spool).at(-1)
  if (newest !== undefined && newest < from.segment) return start
  const size = statSync(join(spool, from.segment), { throwIfNoEntry: false })?.size
  return size !== undefined && size < from.offset ? { ...from, offset: 0 } : from
}

function take(from: Position, places: Places) {
  const decisions: ReportedDecision[] = []
  let until = from
  let dropped = 0
  for (const segment of spoolSegments(places.spool)) {
    if (segment < from.segment) continue
    let offset = segment === from.segment ? from.offset : 0
    const text = readWhole(join(places.spool, segment)).subarray(offset)
    // A line without its end is still being written.
    for (const line of linesOf(text.subarray(0, text.lastIndexOf(10) + 1))) {
      if (decisions.length === batchSize) return { decisions, until, dropped }
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
function removeShipped({ segment }: Position, places: Places): void {
  for (const name of spoolSegments(places.spool)) {
    const file = join(places.spool, name)
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (name < segment && Date.now() - changed > settledMs) rmSync(file, { force: true })
  }
}

function readWhole(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

const save = (state: Shipping, places: Places, disk: Disk): void =>
  disk.replaceFile(places.shipping, `${JSON.stringify(state)}\n`)

export function readShipping(places: Places, device: string): Shipping | undefined {
  const found = readState(places.shipping)
  if (found.kind !== 'read') return undefined
  const state = found.value as unknown as Shipping
  return state.device === device && Number.isSafeInteger(state.next) ? state : undefined
}

/** How many wait, roughly: what `status` shows. */
export function waiting(places: Places, device: string): number {
  const state = readShipping(places, device)
  const from = foundAgain(state?.batch?.until ?? state?.from ?? start, places)
  let count = state?.batch?.decisions.length ?? 0
  for (const segment of spoolSegments(places.spool)) {
    if (segment < from.segment) continue
    const text = readWhole(join(places.spool, segment)).subarray(segment === from.segment ? from.offset : 0)
    for (const line of linesOf(text)) if (line.length > 0) count += 1
  }
  return count
}
