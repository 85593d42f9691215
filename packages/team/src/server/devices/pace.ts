/**
 * How much a machine may tell: as much as its whole spool at once, then a steady amount. Above that it is told to wait, and
 * what it has waits on its own disk. Each replica counts for itself, in memory: this is against floods, not for accounts.
 */
import { Refusal } from '../refusal.ts'
import type { Machine } from './machines.ts'

/** In rows of the database. A day of a busy agent is some thousands. */
export const pace = { atOnce: 100_000, perSecond: 20, heartbeat: 200 } as const

export function keepPace(machine: Machine, rows: number, now: number): void {
  const { left, at } = machine.pace ?? { left: pace.atOnce, at: now }
  const room = Math.min(pace.atOnce, left + (Math.max(0, now - at) / 1000) * pace.perSecond)
  machine.pace = { left: Math.max(0, room - rows), at: now }
  if (rows <= room) return
  machine.pace = { left: room, at: now }
  const seconds = Math.ceil((rows - room) / pace.perSecond)
  throw new Refusal('too-many', 'this machine tells more than one machine does: the rest has to wait', seconds)
}
