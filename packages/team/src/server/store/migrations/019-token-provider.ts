/** Adds the identity provider of the session that created a token. Tokens from before count as created with a password. */
import type { Db } from './make-table.ts'

export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('tokens')
    .addColumn('provider', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
