/**
 * Tickets for polls: verifying a signature takes longer than everything else in a poll. A machine that signs a poll gets a
 * ticket for one day. It only works for polls, so a stolen ticket reveals no more than a revision number. The server stores
 * no tickets, because it can compute each one from the master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Seal } from '../secrets.ts'
import type { Machine, Machines } from './machines.ts'

const headerName = 'hookline-ticket'
const lifetimeMs = 24 * 3_600_000
const ticketShape = /^Ticket ([a-z2-7]{16})\.(\d{1,16})\.([\w-]{43})$/

export const isTicket = (authorization: string | undefined): boolean => authorization?.startsWith('Ticket ') === true

/** Issues a ticket only for a signed request. Otherwise a stolen ticket could be renewed for ever. */
export const ticketHeaders = ({ cache, now }: Context, { id }: Machine, authorization: string | undefined) =>
  isTicket(authorization) ? {} : { [headerName]: cache.tickets.issue(id, now()) }

export interface Tickets {
  issue(machine: string, now: number): string
  /** Returns the machine, even if it is revoked. Returns undefined if the ticket is invalid or expired, or if this replica does not know the machine. */
  holder(authorization: string | undefined, now: number): Machine | undefined
}

export function createTickets(seal: Seal, machines: Machines): Tickets {
  const master = seal.derive('tickets of machines')
  const computeMac = (machine: string, ends: number) =>
    createHmac('sha256', master).update(`${machine}\n${ends}`).digest('base64url')
  // Verified tickets as received, one for each machine.
  const verified = new Map<string, { readonly machine: Machine; readonly ends: number }>()
  const last = new Map<string, string>()
  const verify = (authorization: string, now: number): Machine | undefined => {
    const [, id = '', end = '', mac = ''] = ticketShape.exec(authorization) ?? []
    const machine = machines.withId(id)
    const ends = Number(end)
    if (machine === undefined || ends <= now || ends > now + lifetimeMs) return undefined
    if (!timingSafeEqual(Buffer.from(computeMac(id, ends)), Buffer.from(mac))) return undefined
    verified.delete(last.get(id) ?? '')
    last.set(id, authorization)
    verified.set(authorization, { machine, ends })
    return machine
  }
  return {
    issue: (machine, now) => `${machine}.${now + lifetimeMs}.${computeMac(machine, now + lifetimeMs)}`,
    holder(authorization = '', now) {
      const known = verified.get(authorization)
      return known !== undefined && known.ends > now ? known.machine : verify(authorization, now)
    },
  }
}
