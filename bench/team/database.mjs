// What bench/team/reports-server.mjs measures at the database itself.
import pg from 'pg'

const sampleMs = 40

async function connect(database) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(`select set_config('hookline.team', '*', false)`)
  return client
}

/** Samples what the connections of the server wait for. Idle ones do not count. */
export async function watchWaits(database) {
  const client = await connect(database)
  const seen = new Map()
  let [samples, isOver] = [0, false]
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await client.query(
        `select case when state = 'active' then coalesce(wait_event_type || ':' || wait_event, 'CPU') else state end as wait
         from pg_stat_activity where application_name = 'hookline' and state <> 'idle'`,
      )
      samples += 1
      for (const { wait } of rows) seen.set(wait, (seen.get(wait) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      await client.end()
      const waits = [...seen].map(([wait, count]) => ({ wait, connections: count / samples }))
      return waits.sort((a, b) => b.connections - a.connections)
    },
  }
}

/** Stores reports of 10 decisions with one run each for 5 seconds: one connection, two statements and a commit for each report. */
export async function insertPlainly(database, teamId) {
  const client = await connect(database)
  const end = performance.now() + 5000
  const started = performance.now()
  let stored = 0
  while (performance.now() < end) {
    const sequences = Array.from({ length: 10 }, (_, n) => -1e12 - stored - n)
    await client.query('begin')
    await client.query(
      `insert into decisions select $1, 'floor', sequence, $2, $2, 'preToolUse', 'allow', 'reply', 'claude-code', 3, 'allow', 0
       from unnest($3::bigint[]) sequence`,
      [teamId, Date.now(), sequences],
    )
    await client.query(
      `insert into runs select $1, 'floor', sequence, 0, $2, 1, 'team', '', 'allow', '', 2, '' from unnest($3::bigint[]) sequence`,
      [teamId, Date.now(), sequences],
    )
    await client.query('commit')
    stored += 10
  }
  const perSecond = stored / ((performance.now() - started) / 1000)
  await client.end()
  return perSecond
}
