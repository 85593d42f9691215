/**
 * Tickets: checking a signature takes longer than all else in a poll. So a machine that proved its key is given a key for
 * a MAC, good for a day and for polls alone. The server keeps none of them: each follows from the master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Seal } from '../secrets.ts'
import type { Machine } from './machines.ts'

const name = 'hookline-ticket'

/** For a machine that signed. One that came with a ticket gets none: else a stolen one would never end. */
export const ticketHeaders = ({ live, now }: Context, { id }: Machine, proof: string | undefined) =>
  proof !== undefined && proof.indexOf('.') === proof.lastIndexOf('.') ? { [name]: live.tickets.issue(id, now()) } : {}

const lifeMs = 24 * 3_600_000

export interface Tickets {
  /** `<unix ms of its end>.<base64url of the key>` */
  issue(machine: string, now: number): string
  isMade(machine: string, ends: number, text: string, mac: Buffer, now: number): boolean
}

export function createTickets(seal: Seal): Tickets {
  const master = seal.derive('tickets of machines')
  const keyOf = (machine: string, ends: number) => createHmac('sha256', master).update(`${machine}\n${ends}`).digest()
  // One a machine: the last that was right.
  const lately = new Map<string, { readonly ends: number; readonly key: Buffer }>()
  return {
    issue(machine, now) {
      const ends = now + lifeMs
      return `${ends}.${keyOf(machine, ends).toString('base64url')}`
    },
    isMade(machine, ends, text, mac, now) {
      if (ends <= now || ends > now + lifeMs || mac.length !== 32) return false
      const known = lately.get(machine)
      const key = known?.ends === ends ? known.key : keyOf(machine, ends)
      const isRight = timingSafeEqual(createHmac('sha256', key).update(text).digest(), mac)
      if (isRight && key !== known?.key) lately.set(machine, { ends, key })
      return isRight
    },
  }
}
