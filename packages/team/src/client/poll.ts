/** What the server is asked and told at each sync, and no more: a ticket instead of a signature, news instead of the same again. */
import { readState } from '@hookline/core/team'
import { DeviceService, type SyncResponse } from '../wire/index.ts'
import { type Enrolled, serverOf } from './device.ts'
import type { Disk } from './disk.ts'
import { asTeamError } from './failure.ts'
import { clientVersion, type Machine, type Places } from './machine.ts'
import { call } from './rpc.ts'

export interface Line {
  readonly device: Enrolled
  readonly machine: Machine
  readonly disk: Disk
}

interface Kept {
  readonly ticket?: string
  /** The last heartbeat, and when. */
  readonly told?: string
  readonly toldAt?: number
}

const { sync, heartbeat } = DeviceService.method
const ticketHeader = 'hookline-ticket'
/** Within this the same heartbeat says nothing new: that the machine is there, the poll says. */
const tellAgainMs = 6 * 3_600_000

export async function poll({ device, machine, disk }: Line, revision: number): Promise<SyncResponse> {
  const server = serverOf(device, machine)
  const { ticket, ...kept } = readKept(device.places)
  const asked = { revision: BigInt(revision) }
  if (ticket !== undefined) {
    const headersFor = () => ({ authorization: `Ticket ${ticket}` })
    try {
      return await call({ ...server, headersFor }, sync, asked)
    } catch (thrown) {
      // Tickets end after a day; whatever else the server has against us it says to our signature, too.
      if (asTeamError(thrown).kind !== 'denied') throw thrown
    }
  }
  let given: string | undefined
  const answered = ({ headers }: { readonly headers: Headers }) => {
    given = headers.get(ticketHeader) ?? undefined
  }
  const said = await call({ ...server, answered }, sync, asked)
  keep({ ...kept, ...(given === undefined ? {} : { ticket: given }) }, device.places, disk)
  return said
}

export async function tell(
  { device, machine, disk }: Line,
  { revision, hooks }: { readonly revision: number; readonly hooks: number },
  refused: string,
): Promise<void> {
  const beat = { revision, clientVersion: clientVersion(), refused: refused.slice(0, 500), activeHooks: hooks }
  const told = JSON.stringify(beat)
  const before = readKept(device.places)
  const age = machine.now() - (before.toldAt ?? Number.NaN)
  if (before.told === told && age >= 0 && age < tellAgainMs) return
  await call(serverOf(device, machine), heartbeat, { ...beat, revision: BigInt(revision) })
  keep({ ...before, told, toldAt: machine.now() }, device.places, disk)
}

function readKept({ polled }: Places): Kept {
  const found = readState(polled)
  if (found.kind !== 'read') return {}
  const { ticket, told, toldAt } = found.value
  return {
    ...(typeof ticket === 'string' && /^[\w.-]{1,200}$/.test(ticket) ? { ticket } : {}),
    ...(typeof told === 'string' && typeof toldAt === 'number' ? { told, toldAt } : {}),
  }
}

const keep = (kept: Kept, { polled }: Places, disk: Disk): void => disk.replaceFile(polled, `${JSON.stringify(kept)}\n`)
