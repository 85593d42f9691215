/** Adds the note and the author of the code with which a machine was enrolled. They say whose machine it is. */
import type { Db } from './make-table.ts'

export async function up(db: Db): Promise<void> {
  for (const column of ['code_note', 'code_author'])
    await db.schema
      .alterTable('devices')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
}
