/** Adds what machines report about their agents, and the state that follows from it. */
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { createTable, type Db, index } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const time = sql.raw(engine.types.time ?? 'bigint')
  for (const column of ['covered_at', 'cover_ms', 'guarded_at', 'recheck_at', 'canary_at'])
    await db.schema
      .alterTable('devices')
      .addColumn(column, time, (c) => c.notNull().defaultTo(0))
      .execute()
  for (const [column, value] of Object.entries({ coverage: 'unknown', canary_state: '', canary: '{}' }))
    await db.schema
      .alterTable('devices')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(value))
      .execute()
  await index(db, 'devices', ['team_id', 'coverage']).execute()
  await index(db, 'devices', ['recheck_at']).execute()
  const agents = `team_id:text device_id:text agent:text version:text version_since:time connection:text connection_since:time
    last_event:text last_asked_at:time last_used_at:time proof:text proved_at:time`
  await createTable(db, engine, 'device_agents', agents, ['team_id', 'device_id', 'agent'])
  await index(db, 'device_agents', ['team_id', 'agent', 'version']).execute()
}
