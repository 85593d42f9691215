/** Brings the tables up to what this program knows, in one transaction; replicas that start together wait for one another. */
import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine.ts'
import { StoreError } from './error.ts'
import { type Migration, migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

interface Applied {
  migrations: { name: string; at: number }
}

export const migrate = (db: Kysely<Schema>, engine: Engine, list: readonly Migration[] = migrations): Promise<void> =>
  db.transaction().execute(async (typed) => {
    // Until the last one has run, the tables are not those of the schema.
    const trx = typed as unknown as Kysely<Applied>
    await engine.lockForMigration(trx)
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('at', sql.raw(engine.types.time ?? 'bigint'), (c) => c.notNull())
      .execute()
    const done = new Set((await trx.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
    refuseNewer(done, list)
    for (const { name, up } of list.filter((one) => !done.has(one.name))) {
      await up(trx as unknown as Kysely<unknown>, engine)
      await trx.insertInto('migrations').values({ name, at: Date.now() }).execute()
    }
  })

function refuseNewer(done: ReadonlySet<string>, list: readonly Migration[]): void {
  const unknown = [...done].filter((name) => !list.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new StoreError(
      'newer',
      `the database was made by a newer hookline (${unknown.join(', ')}): start that one, or restore an older backup`,
    )
}
