/** The row of a team, which is also its lock. */
import { sql } from 'kysely'
import type { Query } from './open.ts'

/** Locks the team until the transaction ends, so that no other transaction publishes for it. */
export const lockTeam = (q: Query): Promise<{ revision: number; name: string }> =>
  q.updateTable('teams').set({ revision: sql`revision` }).returning(['revision', 'name']).executeTakeFirstOrThrow()
