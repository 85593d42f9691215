/** Reports are stored and dropped in whole days (UTC), counted from the epoch. */
import type { Query } from '../store/index.ts'

export const dayMs = 86_400_000
export const hourMs = 3_600_000

export const dayOf = (ms: number): number => Math.floor(ms / dayMs)
export const hourOf = (ms: number): number => ms - (ms % hourMs)

/** Today is kept besides the days of the retention, so a report is never dropped too early. */
export const firstKeptDay = (retentionDays: number, now: number): number => dayOf(now) - retentionDays

/** For the team of the transaction. */
export async function readFirstKeptDay(q: Query, now: number): Promise<number> {
  const { retention_days } = await q.selectFrom('teams').select('retention_days').executeTakeFirstOrThrow()
  return firstKeptDay(retention_days, now)
}
