/** Adds what each machine reported with the candidate of a rollout, and what a machine has added to the counts in this hour. */
import type { Engine } from '../engine.ts'
import { createTable, type Db } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const columns = 'team_id:text candidate:long hook_id:long device_id:text runs:long denies:long failures:long'
  await createTable(db, engine, 'ring_machines', columns, ['team_id', 'candidate', 'hook_id', 'device_id'])
  await db.schema
    .alterTable('devices')
    .addColumn('counted', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
