/** The days of a table of reports on PostgreSQL: each is a partition, so that old reports are dropped without deleting rows. */
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

type Executor = Pick<Kysely<unknown>, 'getExecutor'>

const dayMs = 86_400_000
/** An arbitrary number that no other program uses for a lock in this database. */
const partitionLock = 7_364_106_552

const partitionName = (table: string, day: number): string =>
  `${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`

/** The caller has a transaction. Another replica that creates the same day waits for it. */
export async function createDay(db: Executor, table: string, day: number, isolate: Engine['isolate']): Promise<void> {
  const name = partitionName(table, day)
  await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(db)
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db)
  if (rows[0]?.exists === true) return
  await sql.raw(`create table ${name} (like ${table} including defaults)`).execute(db)
  // Nothing reads a partition directly, but if something did, it could still read only one team.
  await isolate(db as Kysely<unknown>, name, 'team_id')
  const [from, to] = [day * dayMs, (day + 1) * dayMs]
  // Attaching does not block reports that are being stored, unlike creating a partition in place.
  await sql.raw(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`).execute(db)
}

/** Does not wait for long, because all later requests would wait too. What remains is dropped an hour later. */
export async function dropDaysBefore(db: Executor, table: string, day: number): Promise<void> {
  const first = partitionName(table, day)
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) and c.relname < ${first} order by 1`.execute(db)
  if (rows.length === 0) return
  await sql.raw(`set local lock_timeout = '2s'`).execute(db)
  for (const { name } of rows) await sql.raw(`drop table ${name}`).execute(db)
}
