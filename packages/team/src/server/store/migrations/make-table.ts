/** Creates tables and indexes from short descriptions. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export type Db = Kysely<unknown>
type Table = CreateTableBuilder<string, string>

interface TableOptions {
  /** The column with the time by which an engine with partitions stores rows of one day together. */
  readonly partitionBy?: string
}

/** `columns` has `name:type` for each column, with `?` for a nullable one. `key` is the primary key. */
export async function createTable(
  db: Db,
  engine: Engine,
  name: string,
  columns: string,
  key: readonly string[],
  { partitionBy }: TableOptions = {},
): Promise<void> {
  let builder: Table = db.schema.createTable(name)
  for (const column of columns.trim().split(/\s+/)) {
    const [, of = '', type = '', nullable] = /^(\w+):(\w+)(\?)?$/.exec(column) ?? []
    builder = builder.addColumn(of, sql.raw(engine.types[type] ?? type), (c) =>
      nullable === undefined ? c.notNull() : c,
    )
  }
  const table = builder.addPrimaryKeyConstraint(`${name}_key`, [...key])
  const isPartitioned = partitionBy !== undefined && engine.name === 'postgres'
  await (isPartitioned ? table.modifyEnd(sql.raw(`partition by range (${partitionBy})`)) : table).execute()
  const owner = name === 'teams' ? 'id' : 'team_id'
  if (key[0] === owner) await engine.isolate(db, name, owner)
}

export const index = (db: Db, on: string, columns: readonly string[]) =>
  db.schema
    .createIndex(`${on}_by_${columns.join('_')}`)
    .on(on)
    .columns([...columns])
export const unique = (db: Db, on: string, columns: readonly string[]) => index(db, on, columns).unique().execute()
