/**
 * Ships the spooled decisions of the engines. A decision gets its sequence number when its batch is saved, before it is sent.
 * The same batch is sent until the server has it, so each number belongs to exactly one decision and none is skipped.
 */
import {
  countFrom,
  listSpoolSegments,
  type ReportedDecision,
  readSpool,
  readState,
  removeShipped,
  resolvePosition,
  type SpoolPosition,
  spoolStart,
} from '@hookline/core/team'
import { DeviceService } from '../../wire/index.ts'
import { type EnrolledDevice, serverFor } from '../device/device.ts'
import type { ClientPaths, Machine } from '../device/machine.ts'
import type { Disk } from '../disk.ts'
import { asTeamError, TeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import { isDecision } from './is-decision.ts'
import { splitReport, toWireDecision } from './split-report.ts'

export interface Shipping {
  /** The device that these numbers belong to. A new device counts from 1. */
  readonly device: string
  readonly next: number
  readonly from: SpoolPosition
  readonly batch?: {
    readonly first: number
    readonly decisions: readonly ReportedDecision[]
    readonly until: SpoolPosition
  }
  /** How many decisions were lost before they were sent: too many while the server was unreachable, or cut off by a kill. */
  readonly dropped: number
}

const batchSize = 200

/** Sends all decisions and returns how many. Throws a `TeamError` if it fails; the rest then stays in the spool. */
export async function ship(device: EnrolledDevice, machine: Machine, disk: Disk): Promise<number> {
  const { paths } = device
  let state = readShipping(paths, device.deviceId)
  if (state === undefined && listSpoolSegments(paths.spool).length === 0) return 0
  state ??= await resumeShipping(device, machine)
  for (let sent = 0; ; ) {
    state = withBatch(state, paths, disk)
    if (state.batch === undefined) return sent
    const { kept, refused } = await send(device, machine, state.batch)
    sent += kept
    state = afterSending(state, state.batch, kept, refused)
    save(state, paths, disk)
    removeShipped(state.from, paths.spool)
  }
}

/** Sequence numbers of rejected decisions are reused. */
function afterSending(
  { batch: _, ...rest }: Shipping,
  { first, decisions, until }: NonNullable<Shipping['batch']>,
  kept: number,
  refused: number,
): Shipping {
  const next = first + kept
  const dropped = rest.dropped + refused
  const remaining = decisions.slice(kept + refused)
  if (remaining.length === 0) return { ...rest, next, dropped, from: until }
  return { ...rest, next, dropped, batch: { first: next, decisions: remaining, until } }
}

/** Asks the server for the last number of this device, because this machine has no shipping state. */
async function resumeShipping(device: EnrolledDevice, machine: Machine): Promise<Shipping> {
  const { accepted } = await call(serverFor(device, machine), DeviceService.method.report, { decisions: [] })
  return { device: device.deviceId, next: Number(accepted) + 1, from: spoolStart, dropped: 0 }
}

/** Returns how many decisions the server has kept, and how many after them it rejected as invalid. A retry would not help. */
async function send(
  device: EnrolledDevice,
  machine: Machine,
  { first, decisions }: NonNullable<Shipping['batch']>,
): Promise<{ readonly kept: number; readonly refused: number }> {
  const numberedRelease = decisions.map((decision, at) => toWireDecision(decision, first + at))
  let kept = 0
  for (const part of splitReport(numberedRelease)) {
    const response = await call(serverFor(device, machine), DeviceService.method.report, { decisions: part }).catch(
      (thrown: unknown) => {
        if (asTeamError(thrown).code === 'invalid_argument') return undefined
        throw thrown
      },
    )
    if (response === undefined) return { kept, refused: part.length }
    const sequences = new Set(part.map(({ sequence }) => sequence))
    const lost = response.missing.find((number) => sequences.has(number))
    if (lost !== undefined)
      throw new TeamError('unreachable', `${device.url} did not store report ${lost}. It will be sent again`)
    kept += part.length
  }
  return { kept, refused: 0 }
}

function withBatch(state: Shipping, paths: ClientPaths, disk: Disk): Shipping {
  if (state.batch !== undefined) return state
  const from = resolvePosition(state.from, paths.spool)
  const { lines: decisions, until, dropped } = readSpool(from, paths.spool, isDecision, { most: batchSize })
  if (decisions.length === 0 && dropped === 0) return state
  const next: Shipping = {
    ...state,
    dropped: state.dropped + dropped,
    ...(decisions.length === 0 ? { from: until } : { batch: { first: state.next, decisions, until } }),
  }
  save(next, paths, disk)
  return next
}

const save = (state: Shipping, paths: ClientPaths, disk: Disk): void =>
  disk.replaceFile(paths.shipping, `${JSON.stringify(state)}\n`)

export function readShipping(paths: ClientPaths, device: string): Shipping | undefined {
  const stored = readState(paths.shipping)
  if (stored.kind !== 'read') return undefined
  // Only `save` writes this file.
  const state = stored.value as unknown as Shipping
  return state.device === device && Number.isSafeInteger(state.next) ? state : undefined
}

/** Returns about how many decisions wait. `hookline team status` shows the number. */
export function countWaiting(paths: ClientPaths, device: string): number {
  const state = readShipping(paths, device)
  return (
    (state?.batch?.decisions.length ?? 0) + countFrom(state?.batch?.until ?? state?.from ?? spoolStart, paths.spool)
  )
}
