import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachStore } from '../../../testing/index.ts'
import { migrate } from '../migrate.ts'
import { openPostgres, postgres } from '../postgres.ts'
import { openSqlite, sqlite } from '../sqlite.ts'
import { migrations } from './index.ts'

const team = 'hl_aaaaaaaaaaaaaaaa'
const dayMs = 86_400_000

eachStore('the migration of reports', (bench) => {
  test('keeps the reports of an earlier release, and counts them', async () => {
    const { dataDir, database } = await bench.storeOptions()
    const [opened, engine] =
      database === undefined ? [openSqlite(dataDir), sqlite] : [openPostgres(database, { connections: 2 }), postgres]
    const { db } = opened
    const before = migrations.filter(({ name }) => name < '016')
    await migrate(db, engine, before)
    const now = Date.now()
    const run = (text: string) => engine.transact(db, '*', (trx) => sql.raw<Record<string, unknown>>(text).execute(trx))
    const decision = (sequence: number, at: number, verdict: string, rule: string) =>
      run(
        `insert into decisions values ('${team}', 'd', ${sequence}, ${at}, ${at}, 'stop', '${verdict}', '${rule}', 'a', 1)`,
      )
    await decision(1, now, 'allow', 'reply')
    await decision(2, now, 'deny', 'nobody-to-ask')
    await decision(3, now - 10 * dayMs, 'deny', 'reply')
    await decision(4, now - 200 * dayMs, 'deny', 'reply')
    for (const [sequence, failure] of [
      [1, 'timeout'],
      [3, ''],
    ] as const)
      await run(
        `insert into runs select team_id, device_id, sequence, 0, at, 7, 'team', 'f', 'deny', '${failure}', 2 from decisions where sequence = ${sequence}`,
      )
    await migrate(db, engine)
    const all = async (text: string) => (await run(text)).rows
    expect(await all('select sequence, kind, failed from decisions order by sequence')).toEqual([
      { sequence: 1, kind: 'allow', failed: 1 },
      { sequence: 2, kind: 'ask', failed: 0 },
      { sequence: 3, kind: 'deny', failed: 0 },
    ])
    expect(await all('select sequence, hook_id, rule from runs order by sequence')).toEqual([
      { sequence: 1, hook_id: 7, rule: '' },
      { sequence: 3, hook_id: 7, rule: '' },
    ])
    expect(await all('select kind, sum(decisions) as n from decision_hours group by kind order by kind')).toEqual([
      { kind: 'allow', n: 1 },
      { kind: 'ask', n: 1 },
      { kind: 'deny', n: 1 },
    ])
    expect(
      await all('select sum(runs) as runs, sum(denies) as denies, sum(failures) as failures from run_hours'),
    ).toEqual([{ runs: 2, denies: 2, failures: 1 }])
    await opened.close()
  })
})
