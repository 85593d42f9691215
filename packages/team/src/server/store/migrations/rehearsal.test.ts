/** Rehearses an update: a database of every earlier schema, with a row in every table, becomes one of this release and works. */
import { type Kysely, sql, type TableMetadata } from 'kysely'
import { expect, test } from 'vitest'
import {
  accept,
  eachStore,
  enrolMachine,
  newCode,
  personAt,
  type StoreBench,
  uploadRoot,
} from '../../../testing/index.ts'
import { startServer } from '../../index.ts'
import type { Engine } from '../engine.ts'
import type { StoreOptions } from '../index.ts'
import { migrate } from '../migrate.ts'
import { openPostgres, postgres } from '../postgres.ts'
import type { Schema } from '../schema.ts'
import { openSqlite, sqlite } from '../sqlite.ts'
import { migrations } from './index.ts'

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
const teams = ['hl_aaaaaaaaaaaaaaaa', 'hl_bbbbbbbbbbbbbbbb']

async function withDatabase<T>(
  { dataDir, database }: StoreOptions,
  work: (db: Kysely<Schema>, engine: Engine) => Promise<T>,
): Promise<T> {
  const [opened, engine] =
    database === undefined ? [openSqlite(dataDir), sqlite] : [openPostgres(database, { connections: 2 }), postgres]
  try {
    return await work(opened.db, engine)
  } finally {
    await opened.close()
  }
}

/** The tables of the schema at this step. A partition is part of its table. */
const listTables = async (db: Kysely<Schema>): Promise<readonly TableMetadata[]> =>
  (await db.introspection.getTables()).filter(({ name }) => name !== 'migrations' && !/_\d{8}$/.test(name))

/** Fills every column, so that a migration that forgets one is found. One row for each team. */
function makeRow({ name, columns }: TableMetadata, team: string, now: number): Record<string, unknown> {
  const strings: Record<string, string> = {
    [name === 'teams' ? 'id' : 'team_id']: team,
    ...{ account_id: `account of ${team}`, device_id: `device of ${team}`, missing: '[[3,4]]', canary: '{}' },
    ...(name === 'accounts' ? { id: `account of ${team}` } : {}),
    ...(name === 'devices' ? { id: `device of ${team}` } : {}),
    ...(name === 'decisions' ? { verdict: 'deny', kind: 'deny' } : {}),
  }
  const makeValue = (column: string, type: string): unknown => {
    if (/bytea|blob/i.test(type)) return Buffer.from(`${column} of ${team}`)
    if (!/text/i.test(type)) return column === 'at' || column.endsWith('_at') ? now : 1
    return strings[column] ?? `${column} of ${team}`
  }
  return Object.fromEntries(columns.map((column) => [column.name, makeValue(column.name, column.dataType)]))
}

const readRows = (db: Kysely<Schema>, engine: Engine, tables: readonly TableMetadata[]): Promise<Rows> =>
  engine.transact(db, '*', async (trx) => {
    const rows: Record<string, Record<string, unknown>[]> = {}
    for (const { name } of tables)
      rows[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(trx)).rows
    return rows
  })

const fill = (db: Kysely<Schema>, engine: Engine, tables: readonly TableMetadata[], now: number): Promise<void> =>
  engine.transact(db, '*', async (trx) => {
    for (const table of ['decisions', 'runs']) {
      const isPartitioned = tables.some(({ name }) => name === 'decision_hours')
      if (isPartitioned) await engine.createDay(trx, table, Math.floor(now / 86_400_000))
    }
    for (const table of tables)
      for (const team of teams) {
        const row = makeRow(table, team, now)
        const [names, values] = [Object.keys(row).map((name) => sql.ref(name)), Object.values(row)]
        await sql`insert into ${sql.table(table.name)} (${sql.join(names)}) values (${sql.join(values)})`.execute(trx)
      }
  })

/** Makes a database as a server left it whose last migration was `step`, and returns its rows. */
const makeEarlier = (options: StoreOptions, step: number, now: number): Promise<Rows> =>
  withDatabase(options, async (db, engine) => {
    await migrate(db, engine, migrations.slice(0, step))
    const tables = await listTables(db)
    await fill(db, engine, tables, now)
    return readRows(db, engine, tables)
  })

const readMigrated = (options: StoreOptions): Promise<Rows> =>
  withDatabase(options, async (db, engine) => readRows(db, engine, await listTables(db)))

const newest = migrations.length

eachStore('a database of an earlier release', (bench) => {
  for (const [at, { name }] of migrations.slice(0, newest - 1).entries())
    test(`keeps every row of every table after ${name}`, { timeout: 60_000 }, async () => {
      const options = await bench.storeOptions()
      const before = await makeEarlier(options, at + 1, Date.now())
      await withDatabase(options, (db, engine) => migrate(db, engine))
      const after = await readMigrated(options)
      for (const [table, rows] of Object.entries(before)) {
        expect(rows, table).toHaveLength(teams.length)
        expect(after[table]?.length, table).toBe(rows.length)
        expect(after[table], table).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
      }
      // What migrations compute from the rows, on PostgreSQL under row-level security.
      const isBefore = (migration: string) => name < migration
      if (isBefore('011'))
        for (const table of ['sessions', 'tokens'])
          expect(
            after[table]?.map(({ second_factor }) => second_factor),
            table,
          ).toEqual([1, 1])
      if (isBefore('016')) {
        expect(after.decision_hours?.map(({ decisions }) => decisions)).toEqual([1, 1])
        expect(after.run_hours?.map(({ runs }) => runs)).toEqual([1, 1])
        expect(after.devices?.map(({ last_decision_at }) => last_decision_at)).toEqual(
          after.decisions?.map((decision) => decision.at),
        )
      }
    })

  for (const step of [1, newest - 1])
    test(`serves a new team after ${migrations[step - 1]?.name}`, { timeout: 60_000 }, () => serveAfter(bench, step))
})

/** The rows of the other teams are only present here, and must not be in the way. */
async function serveAfter(bench: StoreBench, step: number): Promise<void> {
  const options = await bench.storeOptions()
  const before = await makeEarlier(options, step, Date.now())
  const logged: string[] = []
  const server = await startServer({ ...options, newTeam: true, log: (line) => logged.push(line) })
  bench.undo(() => server.close())
  const owner = personAt(server.url)
  const { teamId } = (await accept(owner, server.ownerLink ?? '', 'owner@example.com')).body.teams[0]
  await uploadRoot(owner, teamId)
  const machine = await enrolMachine(server.url, await newCode(owner, teamId))
  const decisions = [{ sequence: '1', at: new Date().toISOString(), event: 'stop', verdict: 'allow' }]
  expect((await machine.call('DeviceService/Report', { decisions })).body).toEqual({ accepted: '1' })
  const activity = await owner.call('AdminService/GetActivity', { teamId, since: '1d' })
  expect(activity.body).toMatchObject({ decisions: '1', devices: 1 })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const kept = await server.context.store.acrossTeams((q) =>
    q.selectFrom('devices').select('accepted_sequence').where('team_id', 'in', teams).execute(),
  )
  expect(kept).toHaveLength(before.devices?.length ?? 0)
  // Its entries are invented, so they do not have the hashes of this server.
  expect(logged.filter((line) => !line.startsWith('the audit log of team'))).toEqual([])
}
