/**
 * Tickets: checking a signature takes longer than all else in a poll. So a machine that signed one is given a ticket, good
 * for a day and for polls alone: whoever steals it learns a number. The server keeps none: each follows from the master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Seal } from '../secrets.ts'
import type { Machine, Machines } from './machines.ts'

const name = 'hookline-ticket'
const lifeMs = 24 * 3_600_000
const shape = /^Ticket ([a-z2-7]{16})\.(\d{1,16})\.([\w-]{43})$/

export const isTicket = (authorization: string | undefined): boolean => authorization?.startsWith('Ticket ') === true

/** For a machine that signed. One that came with a ticket gets none: else a stolen one would never end. */
export const ticketHeaders = ({ live, now }: Context, { id }: Machine, authorization: string | undefined) =>
  isTicket(authorization) ? {} : { [name]: live.tickets.issue(id, now()) }

export interface Tickets {
  issue(machine: string, now: number): string
  /** Whose it is, revoked or not; undefined: it is none, has ended, or is of a machine that this replica does not know. */
  holder(authorization: string | undefined, now: number): Machine | undefined
}

export function createTickets(seal: Seal, machines: Machines): Tickets {
  const master = seal.derive('tickets of machines')
  const macOf = (machine: string, ends: number) =>
    createHmac('sha256', master).update(`${machine}\n${ends}`).digest('base64url')
  // As they came, once they were found right: one a machine.
  const right = new Map<string, { readonly machine: Machine; readonly ends: number }>()
  const last = new Map<string, string>()
  const read = (authorization: string, now: number): Machine | undefined => {
    const [, id = '', end = '', mac = ''] = shape.exec(authorization) ?? []
    const machine = machines.withId(id)
    const ends = Number(end)
    if (machine === undefined || ends <= now || ends > now + lifeMs) return undefined
    if (!timingSafeEqual(Buffer.from(macOf(id, ends)), Buffer.from(mac))) return undefined
    right.delete(last.get(id) ?? '')
    last.set(id, authorization)
    right.set(authorization, { machine, ends })
    return machine
  }
  return {
    issue: (machine, now) => `${machine}.${now + lifeMs}.${macOf(machine, now + lifeMs)}`,
    holder(authorization = '', now) {
      const known = right.get(authorization)
      return known !== undefined && known.ends > now ? known.machine : read(authorization, now)
    },
  }
}
