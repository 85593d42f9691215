/** Adds the kind of a hook, and the configuration of what is not a plain script. */
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('hook_versions')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('script'))
    .execute()
  await db.schema
    .alterTable('hook_versions')
    .addColumn('config', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
