/** Adds keys for the next root. */
import type { Kysely } from 'kysely'

export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .alterTable('signing_keys')
    .addColumn('is_next', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
