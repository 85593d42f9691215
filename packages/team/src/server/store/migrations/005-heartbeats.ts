/** Adds the time in the proof of a device's last heartbeat, so that no replica accepts an older one. */
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const up = (db: Kysely<unknown>, { types }: Engine): Promise<void> =>
  db.schema
    .alterTable('devices')
    .addColumn('beat_ms', sql.raw(types.time ?? 'bigint'), (c) => c.notNull().defaultTo(0))
    .execute()
