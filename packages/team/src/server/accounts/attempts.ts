/** How often something was tried, counted in the database so that replicas count together. */
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
 * Counts this attempt before it is judged: any number at once get no more than the limit. One that is over a limit does not
 * count for those after it: whoever is shut out already cannot shut out others.
 */
export async function count(context: Context, limits: readonly Limit[]): Promise<void> {
  const now = context.now()
  const over = await context.store.acrossTeams(async (q) => {
    for (const { key, most } of limits) {
      const counted = await add(q, key, now)
      if (counted.count > most) return counted
    }
    return undefined
  })
  if (over === undefined) return
  const seconds = Math.max(1, Math.ceil((over.since + windowMs - now) / 1000))
  const minutes = Math.ceil(seconds / 60)
  throw new Refusal('too-many', `too many attempts: try again in ${minutes} minute${minutes === 1 ? '' : 's'}`, seconds)
}

function add(q: Query, key: string, now: number): Promise<{ count: number; since: number }> {
  const isOver = sql<boolean>`attempts.since <= ${now - windowMs}`
  return q
    .insertInto('attempts')
    .values({ key, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else attempts.count + 1 end`,
        since: sql`case when ${isOver} then ${sql.lit(now)} else attempts.since end`,
      }),
    )
    .returning(['count', 'since'])
    .executeTakeFirstOrThrow()
}

export const forget = async (q: Query, keys: readonly string[]): Promise<void> => {
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
