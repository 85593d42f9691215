/** PostgreSQL: any number of servers on one database. Row-level security holds teams apart should a query forget to. */
import { type Kysely, Kysely as KyselyOf, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Engine } from './engine.ts'
import { StoreError } from './error.ts'
import type { Schema } from './schema.ts'

/** Any number that no other user of the database takes for its own lock. */
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
    const mine = `current_setting('hookline.team', true) in (${column}, '*')`
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    // The owner of a table is not held by it otherwise, and the server owns them.
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql.raw(`create policy own_team on ${table} using (${mine}) with check (${mine})`).execute(db)
  },
  async enter(trx, team) {
    await sql`select set_config('hookline.team', ${team}, true)`.execute(trx)
  },
}

export interface OpenPostgres {
  readonly db: Kysely<Schema>
  readonly pool: pg.Pool
  close(): Promise<void>
}

export function openPostgres(url: string, connections = 10): OpenPostgres {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'hookline',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // A connection whose other end is gone says nothing: no request waits longer than this for it.
    query_timeout: 20_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // An idle connection that breaks is replaced at the next query, which then says what is wrong.
  pool.on('error', () => {})
  // One that breaks between two queries of a transaction says so too: without a listener that ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new KyselyOf<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Our 64-bit numbers are times and counts: all of them are safe in a double. Sums of them are numeric. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

/** Row-level security does not hold these: the person who starts the server should know. */
export async function bypassesIsolation(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ bypasses: boolean }>`
    select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`.execute(db)
  return rows[0]?.bypasses === true
}

export const unreachable = (url: string, cause: unknown): StoreError =>
  new StoreError('unreachable', `no PostgreSQL at ${withoutPassword(url)}: ${wordsOf(cause)}`, { cause })

const wordsOf = (cause: unknown): string =>
  cause instanceof AggregateError
    ? cause.errors.map(wordsOf).join('; ')
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
    return 'the address that was given'
  }
}
