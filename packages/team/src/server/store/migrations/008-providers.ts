/** Adds identity providers: which account an identity belongs to, sign-ins in progress, and who manages a membership. */
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { createTable, type Db, index } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const identities = 'issuer:text subject:text account_id:text provider:text email:text created_at:time used_at:time'
  await createTable(db, engine, 'identities', identities, ['issuer', 'subject'])
  await index(db, 'identities', ['account_id']).execute()
  await createTable(db, engine, 'flows', 'hash:text kind:text account_id:text data:bytes expires_at:time', ['hash'])
  const text = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await text('members', 'managed_by')
  await text('sessions', 'provider')
  await db.schema
    .alterTable('sessions')
    .addColumn('refresh_token', sql.raw(engine.types.bytes ?? 'blob'))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('checked_at', sql.raw(engine.types.time ?? 'bigint'), (c) => c.notNull().defaultTo(0))
    .execute()
}
