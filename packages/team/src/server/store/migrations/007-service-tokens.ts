/** Adds tokens of programs, which have scopes and expire. */
import type { Engine } from '../engine.ts'
import { createTable, type Db, unique } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const columns = `team_id:text id:text hash:text name:text scopes:text author:text created_at:time expires_at:time used_at:time`
  await createTable(db, engine, 'service_tokens', columns, ['team_id', 'id'])
  await unique(db, 'service_tokens', ['hash'])
  await unique(db, 'service_tokens', ['team_id', 'name'])
}
