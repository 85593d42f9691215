/** Adds the missing report numbers of a device, as JSON with a list of ranges. */
import type { Kysely } from 'kysely'

export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .alterTable('devices')
    .addColumn('missing', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
