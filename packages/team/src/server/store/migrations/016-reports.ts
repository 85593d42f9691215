/**
 * Stores reports by day, with the rule of a pack and the kind of each decision, and counts them per hour. Servers of earlier
 * releases cannot store reports in these tables, so machines keep their reports until they reach a newer server.
 */
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { createTable, type Db, index } from './make-table.ts'

const dayMs = 86_400_000

export async function up(db: Db, engine: Engine): Promise<void> {
  await addColumns(db, engine)
  for (const table of ['decisions', 'runs']) await setAside(db, engine, table)
  await createReports(db, engine)
  await createHours(db, engine)
  await copyReports(db, engine)
  await countHours(db)
  for (const table of ['decisions', 'runs']) await db.schema.dropTable(`${table}_before`).execute()
}

async function addColumns(db: Db, { types }: Engine): Promise<void> {
  await db.schema
    .alterTable('teams')
    .addColumn('retention_days', 'integer', (c) => c.notNull().defaultTo(90))
    .execute()
  await db.schema
    .alterTable('devices')
    .addColumn('last_decision_at', sql.raw(types.time ?? 'bigint'), (c) => c.notNull().defaultTo(0))
    .execute()
}

async function setAside(db: Db, engine: Engine, table: string): Promise<void> {
  await db.schema.dropIndex(`${table}_by_team_id_at`).execute()
  await db.schema.alterTable(table).renameTo(`${table}_before`).execute()
  // The names of constraints are those of indexes, and no two indexes may have the same.
  if (engine.name === 'postgres')
    await sql.raw(`alter table ${table}_before rename constraint ${table}_key to ${table}_before_key`).execute(db)
}

async function createReports(db: Db, engine: Engine): Promise<void> {
  const byDay = { partitionBy: 'at' }
  const decisions = `team_id:text device_id:text sequence:long at:time received_at:time event:text verdict:text rule:text
    agent:text duration_ms:real kind:text failed:integer`
  await createTable(db, engine, 'decisions', decisions, ['team_id', 'device_id', 'at', 'sequence'], byDay)
  await index(db, 'decisions', ['team_id', 'at']).execute()
  await sql
    .raw(`create index decisions_not_allowed on decisions (team_id, at) where kind <> 'allow' or failed = 1`)
    .execute(db)
  const runs = `team_id:text device_id:text sequence:long position:integer at:time hook_id:long source:text
    fingerprint:text outcome:text failure:text duration_ms:real rule:text`
  await createTable(db, engine, 'runs', runs, ['team_id', 'device_id', 'at', 'sequence', 'position'], byDay)
  await sql.raw('create index runs_of_hooks on runs (team_id, hook_id, at) where hook_id > 0').execute(db)
  await sql.raw(`create index runs_of_rules on runs (team_id, rule, at) where rule <> ''`).execute(db)
}

async function createHours(db: Db, engine: Engine): Promise<void> {
  const decisions = 'team_id:text hour:time event:text agent:text kind:text failed:integer decisions:long'
  const decisionKey = ['team_id', 'hour', 'event', 'agent', 'kind', 'failed']
  await createTable(db, engine, 'decision_hours', decisions, decisionKey)
  const runs = 'team_id:text hour:time hook_id:long rule:text runs:long denies:long failures:long'
  await createTable(db, engine, 'run_hours', runs, ['team_id', 'hour', 'hook_id', 'rule'])
}

/** Copies what is not too old to keep. */
async function copyReports(db: Db, engine: Engine): Promise<void> {
  const since = (Math.floor(Date.now() / dayMs) - 90) * dayMs
  for (const table of ['decisions', 'runs']) {
    const { rows } = await sql<{ day: number }>`
      select distinct at / ${sql.lit(dayMs)} as day from ${sql.table(`${table}_before`)} where at >= ${since}`.execute(
      db,
    )
    for (const { day } of rows) await engine.createDay(db, table, Number(day))
  }
  await sql`
    insert into decisions (team_id, device_id, sequence, at, received_at, event, verdict, rule, agent, duration_ms, kind, failed)
    select team_id, device_id, sequence, at, received_at, event, verdict, rule, agent, duration_ms,
      case when verdict = 'ask' or rule in ('asked', 'nobody-to-ask') then 'ask' when verdict = 'deny' then 'deny'
        when rule = 'paused' then 'paused' else 'allow' end,
      case when exists (select 1 from runs_before r where r.team_id = d.team_id and r.device_id = d.device_id
        and r.sequence = d.sequence and r.failure <> '') then 1 else 0 end
    from decisions_before d where at >= ${since}`.execute(db)
  await sql`
    insert into runs (team_id, device_id, sequence, position, at, hook_id, source, fingerprint, outcome, failure, duration_ms, rule)
    select team_id, device_id, sequence, position, at, hook_id, source, fingerprint, outcome, failure, duration_ms, ''
    from runs_before where at >= ${since}`.execute(db)
}

async function countHours(db: Db): Promise<void> {
  const hour = sql.raw('at / 3600000 * 3600000')
  await sql`
    insert into decision_hours (team_id, hour, event, agent, kind, failed, decisions)
    select team_id, ${hour}, event, agent, kind, failed, count(*) from decisions
    group by team_id, ${hour}, event, agent, kind, failed`.execute(db)
  await sql`
    insert into run_hours (team_id, hour, hook_id, rule, runs, denies, failures)
    select team_id, ${hour}, hook_id, rule, count(*), sum(case when outcome in ('deny', 'blocked') then 1 else 0 end),
      sum(case when failure <> '' then 1 else 0 end) from runs
    group by team_id, ${hour}, hook_id, rule`.execute(db)
  await sql`
    update devices set last_decision_at = coalesce((select max(at) from decisions
      where decisions.team_id = devices.team_id and decisions.device_id = devices.id), 0)`.execute(db)
}
