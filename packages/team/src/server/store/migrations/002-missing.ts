/** Which numbers of a device's reports never came: JSON, a list of ranges. */
import type { Kysely } from 'kysely'

export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .alterTable('devices')
    .addColumn('missing', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
