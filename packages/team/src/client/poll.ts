/** The messages of each sync, kept small: a ticket replaces the signature, and an unchanged heartbeat is not repeated. */
import { readState } from '@hookline/core/team'
import { DeviceService, type SyncResponse } from '../wire/index.ts'
import { type EnrolledDevice, serverFor } from './device/device.ts'
import { type ClientPaths, clientVersion, type Machine } from './device/machine.ts'
import type { Disk } from './disk.ts'
import { asTeamError } from './failure.ts'
import { call } from './rpc.ts'

export interface DeviceConnection {
  readonly device: EnrolledDevice
  readonly machine: Machine
  readonly disk: Disk
}

interface PollState {
  readonly ticket?: string
  /** The last heartbeat as JSON, and when it was sent. */
  readonly lastHeartbeat?: string
  readonly lastHeartbeatAt?: number
}

const { sync, heartbeat } = DeviceService.method
const ticketHeader = 'hookline-ticket'
/** An unchanged heartbeat is repeated only after this time. The poll itself shows that the machine is online. */
const heartbeatIntervalMs = 6 * 3_600_000

export async function poll({ device, machine, disk }: DeviceConnection, revision: number): Promise<SyncResponse> {
  const server = serverFor(device, machine)
  const { ticket, ...state } = readPollState(device.paths)
  const message = { revision: BigInt(revision) }
  if (ticket !== undefined) {
    const headersFor = () => ({ authorization: `Ticket ${ticket}` })
    try {
      return await call({ ...server, headersFor }, sync, message)
    } catch (thrown) {
      // A ticket expires after a day. If the server denies the request for another reason, it denies the signed one too.
      if (asTeamError(thrown).kind !== 'denied') throw thrown
    }
  }
  let newTicket: string | undefined
  const onResponse = ({ headers }: { readonly headers: Headers }) => {
    newTicket = headers.get(ticketHeader) ?? undefined
  }
  const response = await call({ ...server, onResponse }, sync, message)
  savePollState({ ...state, ...(newTicket === undefined ? {} : { ticket: newTicket }) }, device.paths, disk)
  return response
}

export async function sendHeartbeat(
  { device, machine, disk }: DeviceConnection,
  { revision, hooks }: { readonly revision: number; readonly hooks: number },
  refused: string,
): Promise<void> {
  const message = { revision, clientVersion: clientVersion(), refused: refused.slice(0, 500), activeHooks: hooks }
  const lastHeartbeat = JSON.stringify(message)
  const before = readPollState(device.paths)
  const age = machine.now() - (before.lastHeartbeatAt ?? Number.NaN)
  if (before.lastHeartbeat === lastHeartbeat && age >= 0 && age < heartbeatIntervalMs) return
  await call(serverFor(device, machine), heartbeat, { ...message, revision: BigInt(revision) })
  savePollState({ ...before, lastHeartbeat, lastHeartbeatAt: machine.now() }, device.paths, disk)
}

function readPollState({ polled }: ClientPaths): PollState {
  const stored = readState(polled)
  if (stored.kind !== 'read') return {}
  const { ticket, lastHeartbeat, lastHeartbeatAt } = stored.value
  return {
    ...(typeof ticket === 'string' && /^[\w.-]{1,200}$/.test(ticket) ? { ticket } : {}),
    ...(typeof lastHeartbeat === 'string' && typeof lastHeartbeatAt === 'number'
      ? { lastHeartbeat, lastHeartbeatAt }
      : {}),
  }
}

const savePollState = (state: PollState, { polled }: ClientPaths, disk: Disk): void =>
  disk.replaceFile(polled, `${JSON.stringify(state)}\n`)
