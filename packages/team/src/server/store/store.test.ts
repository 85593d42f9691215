import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachStore, onStore } from '../../testing/index.ts'
import { openStore, type Query, type Store } from './index.ts'
import { migrate } from './migrate.ts'
import { teamColumns } from './schema.ts'
import { openSqlite, sqlite } from './sqlite.ts'

const [red, blue] = ['hl_aaaaaaaaaaaaaaaa', 'hl_bbbbbbbbbbbbbbbb']

const team = (id: string) => ({
  id,
  name: id,
  created_at: 1_790_000_000_000,
  journal_sequence: 0,
  journal_hash: '',
  last_hook_id: 0,
  revision: 0,
  requires_second_factor: 0 as const,
})
const file = (team_id: string, path: string, text = team_id) => ({
  team_id,
  path,
  body: Buffer.from(text),
  changed_at: 1_790_000_000_000,
})

async function withTeams(store: Store): Promise<void> {
  for (const id of [red, blue]) {
    await store.inTeam(id, (q) => q.insertInto('teams').values(team(id)).execute())
    await store.inTeam(id, (q) => q.insertInto('files').values(file(id, 'root.json')).execute())
  }
}
const paths = (q: Query) => q.selectFrom('files').select(['team_id', 'path']).execute()

eachStore('a store', (bench) => {
  test('numbers, bytes and times are read as they were written', async () => {
    const store = await bench.open()
    await withTeams(store)
    const found = await store.inTeam(red, (q) => q.selectFrom('files').selectAll().executeTakeFirstOrThrow())
    expect({ ...found, body: Buffer.from(found.body).toString() }).toEqual({
      team_id: red,
      path: 'root.json',
      body: red,
      changed_at: 1_790_000_000_000,
    })
    expect(found.body).toBeInstanceOf(Uint8Array)
  })

  test('a count is a number', async () => {
    const store = await bench.open()
    await withTeams(store)
    const counted = await store.acrossTeams((q) =>
      q
        .selectFrom('files')
        .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number>('changed_at').as('sum')])
        .executeTakeFirstOrThrow(),
    )
    expect(counted).toEqual({ n: 2, sum: 2 * 1_790_000_000_000 })
  })

  test('a transaction of a team reads, changes and deletes only its own rows', async () => {
    const store = await bench.open()
    await withTeams(store)
    await store.inTeam(red, async (q) => {
      expect(await paths(q)).toEqual([{ team_id: red, path: 'root.json' }])
      const joined = q.selectFrom('teams as t').leftJoin('files as f', 'f.path', 'f.path').select(['t.id', 'f.team_id'])
      expect(await joined.execute()).toEqual([{ id: red, team_id: red }])
      const nested = q.selectFrom('teams').select(({ selectFrom }) =>
        selectFrom('files')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('n'),
      )
      expect(await nested.execute()).toEqual([{ n: 1 }])
      await q.updateTable('files').set({ path: 'changed' }).execute()
      await q.deleteFrom('files').where('team_id', '=', blue).execute()
    })
    expect(await store.inTeam(blue, paths)).toEqual([{ team_id: blue, path: 'root.json' }])
    expect(await store.inTeam(red, paths)).toEqual([{ team_id: red, path: 'changed' }])
  })

  test('a row cannot be written for another team or moved to one', async () => {
    const store = await bench.open()
    await withTeams(store)
    const insert = store.inTeam(red, (q) => q.insertInto('files').values(file(blue, 'planted')).execute())
    await expect(insert).rejects.toThrow('does not belong to the team')
    const many = [file(red, 'a'), file(blue, 'b')]
    await expect(store.inTeam(red, (q) => q.insertInto('files').values(many).execute())).rejects.toThrow(
      'does not belong to',
    )
    const move = store.inTeam(red, (q) => q.updateTable('files').set({ team_id: blue }).execute())
    await expect(move).rejects.toThrow('must not change the team')
    expect(await store.acrossTeams(paths)).toHaveLength(2)
  })

  test('a transaction that throws is rolled back', async () => {
    const store = await bench.open()
    await withTeams(store)
    const failing = store.inTeam(red, async (q) => {
      await q.deleteFrom('files').execute()
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better')
    expect(await store.inTeam(red, paths)).toHaveLength(1)
  })

  test('the store works after a constraint violation', async () => {
    const store = await bench.open()
    await withTeams(store)
    const twice = store.inTeam(red, (q) =>
      q.insertInto('files').values(file(red, 'root.json')).returning('path').execute(),
    )
    await expect(twice).rejects.toThrow()
    expect(store.isUnavailable(await twice.catch((error) => error))).toBe(false)
    expect(await store.inTeam(red, paths)).toHaveLength(1)
  })

  test('* is not a team id, and a transaction cannot start inside another', async () => {
    const store = await bench.open()
    expect(() => store.inTeam('*', paths)).toThrow('is not a team id')
    await expect(store.inTeam(red, () => store.acrossTeams(paths))).rejects.toThrow('inside another')
  })

  test('the audit log is append-only', async () => {
    const store = await bench.open()
    await withTeams(store)
    const entry = { team_id: red, sequence: 1, at: 1, actor: 'a', action: 'b', target: 'c', detail: '{}', hash: 'h' }
    await store.inTeam(red, (q) => q.insertInto('journal').values(entry).execute())
    const change = store.inTeam(red, (q) => q.updateTable('journal').set({ actor: 'other' }).execute())
    await expect(change).rejects.toThrow('append-only')
    await expect(store.inTeam(red, (q) => q.deleteFrom('journal').execute())).rejects.toThrow('append-only')
    expect(await store.inTeam(red, (q) => q.selectFrom('journal').selectAll().execute())).toEqual([entry])
  })

  test('data stays after the store is opened again', async () => {
    const storeOptions = await bench.storeOptions()
    const first = await openStore(storeOptions)
    await withTeams(first)
    await first.close()
    const second = await openStore(storeOptions)
    expect(await second.acrossTeams(paths)).toHaveLength(2)
    await second.close()
  })

  test('a database of a newer version is refused', async () => {
    const storeOptions = await bench.storeOptions()
    const store = await openStore(storeOptions)
    await store.acrossTeams((q) => sql`insert into migrations values ('999-later', 1)`.execute(q))
    await store.close()
    await expect(openStore(storeOptions)).rejects.toThrow(
      'a newer version of hookline created the database (999-later)',
    )
  })
})

onStore('postgres', 'a store', (bench) => {
  test('row-level security limits a query that names no team', async () => {
    const store = await bench.open()
    await withTeams(store)
    const { rows } = await store.inTeam(red, (q) => sql`select team_id from files`.execute(q))
    expect(rows).toEqual([{ team_id: red }])
    const planted = store.inTeam(red, (q) =>
      sql`insert into files values (${blue}, 'planted', ''::bytea, 1)`.execute(q),
    )
    await expect(planted).rejects.toThrow('row-level security')
    expect(store.warnings).toEqual([])
  })

  test('every table with a team column is limited by the queries and by the database', async () => {
    const store = await bench.open()
    const { rows } = await store.acrossTeams((q) =>
      sql<{ name: string; isLimited: boolean }>`
        select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isLimited"
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p') and not c.relispartition and (a.attname = 'team_id' or (c.relname = 'teams' and a.attname = 'id'))
        order by 1`.execute(q),
    )
    expect(rows).toEqual(
      Object.keys(teamColumns)
        .toSorted()
        .map((name) => ({ name, isLimited: true })),
    )
  })

  test('every day of reports is limited by the database too', async () => {
    const store = await bench.open()
    await store.openReportDays(new Set([20_000, 20_001]))
    await store.openReportDays(new Set([20_001]))
    const readDays = () =>
      store.acrossTeams((q) =>
        sql<{ name: string; isLimited: boolean }>`
          select relname as name, relrowsecurity and relforcerowsecurity as "isLimited" from pg_class
          where relispartition and relkind = 'r' order by 1`.execute(q),
      )
    expect((await readDays()).rows).toEqual(
      ['decisions_20241004', 'decisions_20241005', 'runs_20241004', 'runs_20241005'].map((name) => ({
        name,
        isLimited: true,
      })),
    )
    await store.dropReportDays(20_001)
    expect((await readDays()).rows.map(({ name }) => name)).toEqual(['decisions_20241005', 'runs_20241005'])
  })

  test('replicas can open the same day at the same time', async () => {
    const storeOptions = await bench.storeOptions()
    const stores = await Promise.all([openStore(storeOptions), openStore(storeOptions)])
    await Promise.all([...stores, ...stores].map((store) => store.openReportDays(new Set([20_000, 20_001]))))
    await Promise.all(stores.map((store) => store.close()))
  })

  test('replicas that start together create the tables once', async () => {
    const storeOptions = await bench.storeOptions()
    const stores = await Promise.all([openStore(storeOptions), openStore(storeOptions), openStore(storeOptions)])
    await withTeams(stores[0])
    expect(await stores[2].acrossTeams(paths)).toHaveLength(2)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('a killed database is unavailable until it starts again', async () => {
    const store = await bench.open()
    await withTeams(store)
    await bench.postgres()?.kill()
    // A process of the database that serves a connection may live a moment longer than the database.
    const isUnavailable = () => store.acrossTeams(paths).then(() => false, store.isUnavailable)
    await expect.poll(isUnavailable).toBe(true)
    await bench.postgres()?.start()
    expect(await store.acrossTeams(paths)).toHaveLength(2)
  })

  test('a database killed between two queries only fails that transaction', async () => {
    const store = await bench.open()
    const broken = store.acrossTeams(async (q) => {
      await paths(q)
      await bench.postgres()?.kill()
      for (;;) await paths(q)
    })
    await expect(broken).rejects.toSatisfy(store.isUnavailable)
    await bench.postgres()?.start()
    expect(await store.acrossTeams(paths)).toEqual([])
  })

  test('an unreachable address is named without its password', async () => {
    const opening = openStore({ dataDir: '/nonexistent', database: 'postgres://me:secret@127.0.0.1:1/team' })
    await expect(opening).rejects.toThrow(
      /^cannot connect to PostgreSQL at postgres:\/\/me@127\.0\.0\.1:1\/team: .*ECONNREFUSED/,
    )
  })
})

onStore('sqlite', 'a store', (bench) => {
  test('a second process on the same data is refused with the id of the first', async () => {
    const { dataDir } = await bench.storeOptions()
    const owner = spawn(process.execPath, ['--input-type=module', '-e', holdOpen], {
      env: {
        ...process.env,
        DATA: dataDir,
        STORE: new URL('../../../dist/server/store/index.js', import.meta.url).href,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(owner.stdout, 'data')
    await expect(openStore({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${owner.pid}`)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const store = await openStore({ dataDir })
    expect(await store.acrossTeams(paths)).toEqual([])
    await expect(openStore({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
    await store.close()
  })

  test('a failed migration changes nothing', async () => {
    const { dataDir } = await bench.storeOptions()
    const { db, close } = openSqlite(dataDir)
    const broken = {
      name: '001-broken',
      up: async (trx: Parameters<typeof sqlite.isolate>[0]) => {
        await trx.schema.createTable('half').addColumn('a', 'text').execute()
        throw new Error('the power went')
      },
    }
    await expect(migrate(db, sqlite, [broken])).rejects.toThrow('the power went')
    await migrate(db, sqlite)
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where name = 'half'`.execute(db)
    expect(rows).toEqual([])
    await close()
  })
})

const holdOpen = `
const { openStore } = await import(process.env.STORE)
await openStore({ dataDir: process.env.DATA })
console.log('open')
setInterval(() => {}, 1000)`
