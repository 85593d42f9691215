/** Queries for the pauses of a team. */
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

export type PauseRow = Row<'pauses'>

/** Those that have neither expired nor been ended. */
export const readActivePauses = (q: Query, now: number): Promise<PauseRow[]> =>
  q.selectFrom('pauses').selectAll().where('ended_at', 'is', null).where('until_at', '>', now).orderBy('id').execute()

/** Returns the newest pauses first. */
export const readNewestPauses = (q: Query, limit: number): Promise<PauseRow[]> =>
  q.selectFrom('pauses').selectAll().orderBy('id', 'desc').limit(limit).execute()

/** Ends the active pauses, all or those with these ids. Returns how many. */
export async function endPauses(q: Query, now: number, by: string, ids?: readonly number[]): Promise<number> {
  let query = q
    .updateTable('pauses')
    .set({ ended_at: now, ended_by: by })
    .where('ended_at', 'is', null)
    .where('until_at', '>', now)
  if (ids !== undefined) query = query.where('id', 'in', [...ids])
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

export const isActivePause = ({ ended_at, until_at }: PauseRow, now: number): boolean =>
  ended_at === null && until_at > now
