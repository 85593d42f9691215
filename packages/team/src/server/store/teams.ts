/** The row of a team: its lock, its revision. */
import { sql } from 'kysely'
import type { Query } from './open.ts'

/** Until the transaction ends nobody else changes what is published of this team. */
export const lockTeam = (q: Query): Promise<{ revision: number; name: string }> =>
  q.updateTable('teams').set({ revision: sql`revision` }).returning(['revision', 'name']).executeTakeFirstOrThrow()
