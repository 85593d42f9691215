/** Applies the missing migrations in one transaction. Replicas that start together wait for each other. */
import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine.ts'
import { StoreError } from './error.ts'
import { type Migration, migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

interface Applied {
  migrations: { name: string; at: number }
}

export const migrate = (
  db: Kysely<Schema>,
  engine: Engine,
  migrationList: readonly Migration[] = migrations,
): Promise<void> =>
  // A migration changes the rows of all teams.
  engine.transact(db, '*', async (typed) => {
    // The tables match the schema only after the last migration.
    const trx = typed as unknown as Kysely<Applied>
    await engine.lockForMigration(trx)
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('at', sql.raw(engine.types.time ?? 'bigint'), (c) => c.notNull())
      .execute()
    const applied = new Set((await trx.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
    checkNotNewer(applied, migrationList)
    for (const { name, up } of migrationList.filter((migration) => !applied.has(migration.name))) {
      // A migration must not depend on the current tables, so it gets an untyped database.
      await up(trx as unknown as Kysely<unknown>, engine)
      await trx.insertInto('migrations').values({ name, at: Date.now() }).execute()
    }
  })

function checkNotNewer(applied: ReadonlySet<string>, migrationList: readonly Migration[]): void {
  const unknown = [...applied].filter((name) => !migrationList.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new StoreError(
      'newer',
      `a newer version of hookline created the database (${unknown.join(', ')}). Start that version, or restore an older backup`,
    )
}
