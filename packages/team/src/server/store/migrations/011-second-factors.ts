/** Adds security keys, recovery codes, and the policy that a team requires a second factor. */
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { createTable, type Db, index } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const keys =
    'id:text account_id:text name:text public_key:bytes counter:long transports:text created_at:time used_at:time'
  await createTable(db, engine, 'security_keys', keys, ['id'])
  await index(db, 'security_keys', ['account_id']).execute()
  await createTable(db, engine, 'recovery_codes', 'account_id:text hash:text', ['account_id', 'hash'])
  const bit = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await bit('teams', 'requires_second_factor')
  for (const table of ['sessions', 'tokens']) {
    await bit(table, 'second_factor')
    // An account with a confirmed code could only sign in with it.
    await sql
      .raw(
        `update ${table} set second_factor = 1 where account_id in (select id from accounts where totp_confirmed = 1)`,
      )
      .execute(db)
  }
}
