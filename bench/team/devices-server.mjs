// The server for bench/team-devices.mjs, in a process of its own: a team with many machines, each with three agents.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../packages/team/dist/server/index.js'
import { hashOf, newId } from '../../packages/team/dist/server/secrets.js'
import { startPostgres } from '../../packages/team/dist/testing/postgres.js'
import { uploadRoot } from '../../packages/team/dist/testing/root.js'
import { accept, personAt } from '../../packages/team/dist/testing/server.js'

const [clients, engine] = [Number(process.argv[2]), process.argv[3]]
const dataDir = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const postgres = engine === 'postgres' ? await startPostgres() : undefined
const server = await startServer({ dataDir, database: await postgres?.database(), log: console.error })
const owner = personAt(server.url)
const { body } = await accept(owner, server.ownerLink, 'owner@example.com')
const { teamId } = body.teams[0]
await uploadRoot(owner, teamId)

const now = Date.now()
const systems = ['Linux', 'Macintosh', 'Windows']
const states = ['guarded', 'guarded', 'guarded', 'partly', 'idle', 'failing', 'quiet', 'unknown']
const agents = ['claude', 'codex', 'cursor']
const machine = (n) => ({
  ...{ team_id: teamId, id: newId(), name: `machine-${n}`, operating_system: systems[n % 3], client_version: '1.0.0' },
  ...{ token_hash: hashOf(`token ${n}`), public_key: Buffer.alloc(44, n % 256), revoked_at: null },
  ...{ revision: 1, active_hooks: 12, refused: n % 100 === 7 ? 'a signature is wrong' : '', missing: '[]' },
  ...{ enrolled_at: now - n * 60_000, last_sync_at: now - n * 1000, accepted_sequence: 0, beat_ms: 0 },
  ...{
    covered_at: now,
    coverage: states[n % states.length],
    code_note: `laptop ${n}`,
    code_author: 'owner@example.com',
  },
})
const agent = (device_id, name, n) => ({
  ...{ team_id: teamId, device_id, agent: name, version: `2.${n % 7}.${n % 30}`, version_since: now - 1e8 },
  ...{ connection: 'connected', connection_since: now - 1e8, last_event: 'preToolUse', last_asked_at: now - 1000 },
  ...{ last_used_at: now - 1000, proof: '', proved_at: 0 },
})
for (let from = 0; from < clients; from += 200) {
  const rows = Array.from({ length: Math.min(200, clients - from) }, (_, n) => machine(from + n))
  await server.context.store.inTeam(teamId, async (q) => {
    await q.insertInto('devices').values(rows).execute()
    const lines = rows.flatMap(({ id }, n) => agents.map((name) => agent(id, name, from + n)))
    await q.insertInto('device_agents').values(lines).execute()
  })
}
process.on('message', async () => {
  await server.close()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})
// End this process even if the load tool crashes.
process.on('disconnect', () => process.exit())
process.send({ url: server.url, teamId, cookie: owner.cookie() })
