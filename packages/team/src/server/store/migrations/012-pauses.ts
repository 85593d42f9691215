/** Adds pauses: hooks that machines skip for a while. */
import type { Engine } from '../engine.ts'
import { createTable, type Db } from './make-table.ts'

const columns = `team_id:text id:integer hook_id:integer from_at:time until_at:time reason:text author:text
  ended_at:time? ended_by:text`

export const up = (db: Db, engine: Engine): Promise<void> =>
  createTable(db, engine, 'pauses', columns, ['team_id', 'id'])
