/**
 * The rate limit for reports of one machine: a whole spool at once, then a steady amount. Over the limit the machine has to
 * wait and keeps its reports on its own disk. Each replica counts in memory, because this only protects against floods.
 */
import { Refusal } from '../refusal.ts'
import type { Machine } from './machines.ts'

/** In database rows. A busy agent creates a few thousand per day. */
export const rateLimit = { burst: 100_000, perSecond: 20, heartbeat: 200 } as const

export function enforceRateLimit(machine: Machine, rows: number, now: number): void {
  const { remaining, at } = machine.rateBudget ?? { remaining: rateLimit.burst, at: now }
  const available = Math.min(rateLimit.burst, remaining + (Math.max(0, now - at) / 1000) * rateLimit.perSecond)
  machine.rateBudget = { remaining: Math.max(0, available - rows), at: now }
  if (rows <= available) return
  machine.rateBudget = { remaining: available, at: now }
  const seconds = Math.ceil((rows - available) / rateLimit.perSecond)
  throw new Refusal('too-many', `rate limit exceeded for this device. Retry in ${seconds} s`, seconds)
}
