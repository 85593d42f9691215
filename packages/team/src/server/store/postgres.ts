/** PostgreSQL: several servers can share one database. Row-level security separates teams even if a query does not. */
import { type Kysely, Kysely as KyselyOf, sql } from 'kysely'
import pg from 'pg'
import type { Engine } from './engine.ts'
import { StoreError } from './error.ts'
import { createDay, dropDaysBefore } from './reports/partitions.ts'
import type { Schema } from './schema.ts'
import { TeamDialect, transactInTeam } from './team-dialect.ts'

/** An arbitrary number that no other program uses for a lock in this database. */
const migrationLock = 7_364_106_551

export const postgres: Engine = {
  name: 'postgres',
  types: { text: 'text', integer: 'integer', long: 'bigint', time: 'bigint', real: 'double precision', bytes: 'bytea' },
  async lockForMigration(db) {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
  },
  async keepAppendOnly(db, table) {
    const name = `${table}_append_only`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin raise exception '${table} is append-only'; end $$`,
      )
      .execute(db)
    await sql
      .raw(`create trigger ${name} before update or delete on ${table} for each row execute function ${name}()`)
      .execute(db)
    await sql
      .raw(`create trigger ${name}_whole before truncate on ${table} for each statement execute function ${name}()`)
      .execute(db)
  },
  async isolate(db, table, column) {
    const isOwnTeam = `current_setting('hookline.team', true) in (${column}, '*')`
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    // Without `force`, row-level security does not apply to the owner of the tables, which is the server.
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql.raw(`create policy own_team on ${table} using (${isOwnTeam}) with check (${isOwnTeam})`).execute(db)
  },
  createDay: (db, table, day) => createDay(db, table, day, postgres.isolate),
  dropDaysBefore,
  rowSet(name, columns, rows) {
    // The keys of `columns` are the columns of a row.
    const names = Object.keys(columns) as (keyof typeof columns)[]
    const arrays = names.map((column) => {
      const type = sql.raw(postgres.types[columns[column]] ?? columns[column])
      return sql`${rows.map((row) => row[column])}::${type}[]`
    })
    return sql`unnest(${sql.join(arrays)}) as ${sql.ref(name)}(${sql.join(names.map((column) => sql.ref(column)))})`
  },
  forUpdate: sql`for update`,
  // PostgreSQL runs the parts of one statement from the last to the first. It does not promise this, and only the time for which
  // servers wait for each other depends on it.
  async writeTogether(trx, statements) {
    if (statements.length === 0) return
    const parts = statements.map((statement, at) => sql`${sql.ref(`part_${at}`)} as (${statement})`).reverse()
    await sql`with ${sql.join(parts)} select 1`.execute(trx)
  },
  transact: transactInTeam,
}

export interface OpenPostgres {
  readonly db: Kysely<Schema>
  readonly pool: pg.Pool
  close(): Promise<void>
}

interface ConnectionLimits {
  readonly connections?: number | undefined
  /** Without it, a statement may take as long as it needs. */
  readonly statementMs?: number
}

export function openPostgres(url: string, { connections = 10, statementMs }: ConnectionLimits): OpenPostgres {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'hookline',
    connectionTimeoutMillis: 5_000,
    // A dead connection does not report an error, so also limit how long a request waits.
    ...(statementMs === undefined ? {} : { statement_timeout: statementMs, query_timeout: statementMs + 5_000 }),
    keepAlive: true,
    types: { getTypeParser },
  })
  // The next query replaces a broken idle connection and reports a remaining problem.
  pool.on('error', () => {})
  // A connection can also break between two queries of a transaction. Without a listener, that error ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new KyselyOf<Schema>({ dialect: new TeamDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Our 64-bit numbers are times and counts, which fit into a double. Their sums have the type numeric. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

/** Row-level security does not apply to these roles, so the server prints a warning. */
export async function bypassesIsolation(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ bypasses: boolean }>`
    select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`.execute(db)
  return rows[0]?.bypasses === true
}

export const unreachable = (url: string, cause: unknown): StoreError =>
  new StoreError(
    'unreachable',
    `cannot connect to PostgreSQL at ${withoutPassword(url)}: ${describeCause(cause)}. Check the URL and that the database is running`,
    { cause },
  )

const describeCause = (cause: unknown): string =>
  cause instanceof AggregateError
    ? cause.errors.map(describeCause).join('; ')
    : cause instanceof Error
      ? cause.message
      : String(cause)

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url)
    parsed.password = ''
    parsed.search = ''
    return parsed.href
  } catch {
    return 'the given URL'
  }
}
