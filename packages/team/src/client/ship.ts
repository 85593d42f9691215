/**
 * Ships what the engines spooled. A number is given to a decision when its batch is written down, before it is sent; the same
 * batch is sent until the server has it. So no number ever stands for two decisions, and none is left out.
 */
import { type ReportedDecision, readState, spoolSegments } from '@hookline/core/team'
import { DeviceService } from '../wire/index.ts'
import { type Enrolled, serverOf } from './device.ts'
import type { Disk } from './disk.ts'
import { asTeamError, TeamError } from './failure.ts'
import type { Machine, Places } from './machine.ts'
import { onWire, partsOf } from './report-parts.ts'
import { call } from './rpc.ts'
import { countFrom, foundAgain, type Position, removeShipped, start, take } from './spooled.ts'

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

function withBatch(state: Shipping, places: Places, disk: Disk): Shipping {
  if (state.batch !== undefined) return state
  const { decisions, until, dropped } = take(foundAgain(state.from, places), places, batchSize)
  if (decisions.length === 0 && dropped === 0) return state
  const next: Shipping = {
    ...state,
    dropped: state.dropped + dropped,
    ...(decisions.length === 0 ? { from: until } : { batch: { first: state.next, decisions, until } }),
  }
  save(next, places, disk)
  return next
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
  return (state?.batch?.decisions.length ?? 0) + countFrom(state?.batch?.until ?? state?.from ?? start, places)
}
