/** Adds whether a person may approve what a hook refuses. */
import type { Kysely } from 'kysely'

export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('hook_versions').addColumn('approvals', 'integer').execute()
