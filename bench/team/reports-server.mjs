// The server for bench/team-reports.mjs, in a process of its own, on a real PostgreSQL that waits for the disk at each commit. It stores
// decisions of the last 30 days with SQL, because sending them would take hours, and counts them as the server does.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startServer } from '../../packages/team/dist/server/index.js'
import { hashOf, newId, newSecret } from '../../packages/team/dist/server/secrets.js'
import { startPostgres } from '../../packages/team/dist/testing/postgres.js'
import { uploadRoot } from '../../packages/team/dist/testing/root.js'
import { accept, personAt } from '../../packages/team/dist/testing/server.js'
import { insertPlainly, watchWaits } from './database.mjs'

const [decisions, clients] = process.argv.slice(2).map(Number)
const dayMs = 86_400_000
const postgres = await startPostgres({ isDurable: true })
const database = await postgres.database()
const dataDir = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const server = await startServer({ dataDir, database, log: console.error })
const { store, cache } = server.context
const owner = personAt(server.url)
const { body } = await accept(owner, server.ownerLink, 'owner@example.com')
const { teamId } = body.teams[0]
await uploadRoot(owner, teamId)
for (let n = 1; n <= 12; n += 1) {
  const draft = {
    hookStep: 'beforeShellExecution',
    scriptName: `guard-${n}.sh`,
    scriptContent: '#!/bin/sh\necho "{}"\n',
  }
  await owner.call('AdminService/SaveHook', { teamId, draft })
}

const machines = Array.from({ length: clients }, () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [id, token] = [newId(), newSecret()]
  const public_key = publicKey.export({ format: 'der', type: 'spki' })
  return {
    row: { team_id: teamId, id, token_hash: hashOf(token), public_key, revoked_at: null },
    sent: { id, token, key: privateKey.export({ format: 'pem', type: 'pkcs8' }) },
  }
})
const now = Date.now()
for (let from = 0; from < machines.length; from += 500)
  await store.inTeam(teamId, (q) =>
    q
      .insertInto('devices')
      .values(
        machines.slice(from, from + 500).map(({ row }, at) => ({
          ...row,
          name: `machine-${from + at}`,
          operating_system: 'Linux',
          client_version: '1.0.0',
          revision: 1,
          active_hooks: 12,
          refused: '',
          enrolled_at: now,
          last_sync_at: now,
          accepted_sequence: 0,
          missing: '[]',
          beat_ms: 0,
          last_decision_at: now,
        })),
      )
      .execute(),
  )
for (const { row } of machines) cache.machines.add(row)

const today = Math.floor(now / dayMs)
await store.openReportDays(new Set(Array.from({ length: 31 }, (_, n) => today - n)))
const client = new pg.Client({ connectionString: database })
await client.connect()
await client.query(`select set_config('hookline.team', '*', false)`)
await client.query(`create temporary table ids as select row_number() over () - 1 as number, id from devices`)
await client.query('create index on ids (number)')
const started = performance.now()
const step = 250_000
// 0.6 % denied, 0.3 % asked, 0.1 % failed. One event, agent and rule are very rare.
for (let from = 0; from < decisions; from += step)
  await client.query(
    `with made as materialized (
       select n, ids.id as device, $2::bigint - (n * $3::numeric / $4)::bigint as at,
         case when n % 500000 = 7 then 'rareEvent' else (array['beforeShellExecution','preToolUse','postToolUse','stop','sessionStart'])[1 + n % 5] end as event,
         case when n % 500000 = 11 then 'rare-agent' else (array['claude-code','cursor','codex'])[1 + n % 3] end as agent,
         case when n % 167 = 3 then 'deny' when n % 333 = 5 then 'ask' else 'allow' end as kind,
         case when n % 1000 = 9 then 1 else 0 end as failed
       from generate_series($1::bigint, $1::bigint + $6::bigint - 1) n join ids on ids.number = n % $5
     ), stored as (
       insert into decisions select $7, device, -n - 1, at, at, event, kind, 'reply', agent, 3, kind, failed from made
     )
     insert into runs select $7, device, -n - 1, 0, at, 1 + n % 12, 'team', 'fingerprint', case kind when 'ask' then 'allow' else kind end,
       case failed when 1 then 'timeout' else '' end, n % 90,
       case when n % 500000 = 13 then 'shell-guard/rare' when kind = 'deny' then 'shell-guard/rule-' || n % 20 else '' end from made`,
    [from, now - 1000, 30 * dayMs - 3_600_000, decisions, clients, Math.min(step, decisions - from), teamId],
  )
const hour = 'at / 3600000 * 3600000'
await client.query(
  `insert into decision_hours select team_id, ${hour}, event, agent, kind, failed, count(*) from decisions group by 1, 2, 3, 4, 5, 6`,
)
await client.query(`insert into run_hours select team_id, ${hour}, hook_id, rule, count(*), count(*) filter (where outcome = 'deny'),
  count(*) filter (where failure <> '') from runs group by 1, 2, 3, 4`)
await client.query('vacuum analyze decisions')
await client.query('vacuum analyze runs')
await client.query('analyze')
const fillSeconds = (performance.now() - started) / 1000
const size = async () => {
  const { rows } =
    await client.query(`select sum(pg_total_relation_size(c.oid)) as bytes, sum(pg_relation_size(c.oid)) as heap
    from pg_class c where relispartition and relkind = 'r'`)
  const hours = await client.query(
    `select pg_total_relation_size('decision_hours') + pg_total_relation_size('run_hours') as bytes`,
  )
  return { bytes: Number(rows[0].bytes), heap: Number(rows[0].heap), hours: Number(hours.rows[0].bytes) }
}

let waits
process.on('message', async (message) => {
  if (message === 'floor') process.send({ perSecond: await insertPlainly(database, teamId) })
  if (message === 'watch') {
    waits = await watchWaits(database)
    process.send({})
  }
  if (message === 'waits') process.send(await waits.stop())
  if (message === 'size') process.send(await size())
  if (message === 'cpu') process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss })
  if (message === 'count') {
    const { rows } = await client.query(
      `select (select count(*) from decisions where sequence > 0) as stored,
      (select sum(decisions) from decision_hours) - $1::bigint as counted`,
      [decisions],
    )
    process.send({ stored: Number(rows[0].stored), counted: Number(rows[0].counted) })
  }
  if (message !== 'stop') return
  await client.end()
  await server.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})
// End this process even if the load tool crashes.
process.on('disconnect', () => process.exit())
process.send({
  url: server.url,
  teamId,
  cookie: owner.cookie(),
  machines: machines.map(({ sent }) => sent),
  fillSeconds,
})
