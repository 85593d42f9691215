/** Counts attempts in the database, so that all replicas share the limits. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query } from '../store/index.ts'

export interface Limit {
  readonly key: string
  readonly most: number
}

const windowMs = 15 * 60_000

/**
 * Counts this attempt before it is checked, so parallel attempts cannot exceed the limit. Checks the limits in order: an
 * attempt over one limit does not count for the limits after it, so a blocked client cannot block others.
 */
export async function countAttempt(context: Context, limits: readonly Limit[]): Promise<void> {
  const now = context.now()
  const over = await context.store.acrossTeams(async (q) => {
    for (const { key, most } of limits) {
      const counted = await incrementAttempt(q, key, now)
      if (counted.count > most) return counted
    }
    return undefined
  })
  if (over === undefined) return
  const seconds = Math.max(1, Math.ceil((over.since + windowMs - now) / 1000))
  const minutes = Math.ceil(seconds / 60)
  throw new Refusal('too-many', `too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}`, seconds)
}

function incrementAttempt(q: Query, key: string, now: number): Promise<{ count: number; since: number }> {
  const hasExpired = sql<boolean>`attempts.since <= ${now - windowMs}`
  return q
    .insertInto('attempts')
    .values({ key, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${hasExpired} then 1 else attempts.count + 1 end`,
        since: sql`case when ${hasExpired} then ${sql.lit(now)} else attempts.since end`,
      }),
    )
    .returning(['count', 'since'])
    .executeTakeFirstOrThrow()
}

export const clearAttempts = async (q: Query, keys: readonly string[]): Promise<void> => {
  await q
    .deleteFrom('attempts')
    .where('key', 'in', [...keys])
    .execute()
}

export const sweepAttempts = async ({ store, now }: Context): Promise<void> => {
  await store.acrossTeams((q) =>
    q
      .deleteFrom('attempts')
      .where('since', '<=', now() - windowMs)
      .execute(),
  )
}
