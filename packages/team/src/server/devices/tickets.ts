/**
 * Tickets: checking a signature takes longer than all else in a poll. So a machine that proved its key is given a key for
 * a MAC, good for a day and for polls alone. The server keeps none of them: each follows from the master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Seal } from '../secrets.ts'

export const ticketHeader = 'hookline-ticket'
const lifeMs = 24 * 3_600_000

export interface Tickets {
  /** `<unix ms of its end>.<base64url of the key>` */
  issue(machine: string, now: number): string
  isMade(machine: string, ends: number, text: string, mac: Buffer, now: number): boolean
}

export function createTickets(seal: Seal): Tickets {
  const master = seal.derive('tickets of machines')
  const keyOf = (machine: string, ends: number) => createHmac('sha256', master).update(`${machine}\n${ends}`).digest()
  return {
    issue(machine, now) {
      const ends = now + lifeMs
      return `${ends}.${keyOf(machine, ends).toString('base64url')}`
    },
    isMade(machine, ends, text, mac, now) {
      if (ends <= now || ends > now + lifeMs || mac.length !== 32) return false
      return timingSafeEqual(createHmac('sha256', keyOf(machine, ends)).update(text).digest(), mac)
    },
  }
}
