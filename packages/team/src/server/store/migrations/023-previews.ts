/** Adds previews: what machines were asked, and the counts that each reported. */
import type { Engine } from '../engine.ts'
import { createTable, type Db } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const previews =
    'team_id:text id:long days:integer hooks:text left_out:integer author:text asked_at:time ended_at:time'
  await createTable(db, engine, 'previews', previews, ['team_id', 'id'])
  const counts = 'events:long denies:long new_denies:long asks:long unjudged:long is_partial:integer reported_at:time'
  await createTable(db, engine, 'preview_reports', `team_id:text preview:long device_id:text ${counts}`, [
    ...['team_id', 'preview', 'device_id'],
  ])
  const hooks = 'team_id:text preview:long device_id:text hook_id:long denies:long asks:long unjudged:long'
  await createTable(db, engine, 'preview_hooks', hooks, ['team_id', 'preview', 'device_id', 'hook_id'])
}
