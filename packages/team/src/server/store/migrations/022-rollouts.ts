/** Adds rollouts: their stages and settings, which machines go first, and what machines reported with which hooks. */
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { createTable, type Db } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const rollouts = `team_id:text candidate:long state:text stage:text percent:integer salt:text canaries:text refusing:text hooks:text
    percentages:text minutes:integer automatic:integer author:text note:text started_at:time stage_since:time ended_at:time
    ended_by:text reason:text`
  await createTable(db, engine, 'rollouts', rollouts, ['team_id', 'candidate'])
  const settings = 'team_id:text percentages:text minutes:integer automatic:integer'
  await createTable(db, engine, 'rollout_settings', settings, ['team_id'])
  const hours = 'team_id:text hour:time revision:long candidate:long hook_id:long runs:long denies:long failures:long'
  await createTable(db, engine, 'ring_hours', hours, ['team_id', 'hour', 'revision', 'candidate', 'hook_id'])
  await db.schema
    .alterTable('devices')
    .addColumn('candidate', sql.raw(engine.types.long ?? 'bigint'), (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('devices')
    .addColumn('is_canary', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('alarms')
    .addColumn('detail', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
