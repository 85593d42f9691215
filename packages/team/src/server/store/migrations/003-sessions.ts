/** Adds the address and the program of a session, by which its owner recognizes it. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['address', 'agent'])
    await db.schema
      .alterTable('sessions')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
}
