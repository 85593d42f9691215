/** Adds the updates that a machine refused before. A device has only the present one. */
import type { Engine } from '../engine.ts'
import { createTable, type Db } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const columns = 'team_id:text device_id:text beat_ms:long began_at:time ended_at:time revision:long reason:text'
  await createTable(db, engine, 'refused_updates', columns, ['team_id', 'device_id', 'beat_ms'])
}
