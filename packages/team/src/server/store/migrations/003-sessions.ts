/** From where a session was begun, and by which program: what its owner knows it by. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['address', 'agent'])
    await db.schema
      .alterTable('sessions')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
}
