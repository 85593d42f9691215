/** Adds what the set-up checklist cannot compute: that it is hidden, a confirmed backup of the root key, and a delivered alarm. */
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Db } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const time = sql.raw(engine.types.time ?? 'bigint')
  const times = [
    ['teams', 'checklist_hidden_at'],
    ['alarm_settings', 'delivered_at'],
  ] as const
  for (const [table, column] of times)
    await db.schema
      .alterTable(table)
      .addColumn(column, time, (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('teams')
    .addColumn('root_backup', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
