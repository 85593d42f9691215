// The server under load, in a process of its own: a team with enrolled machines, and a second HTTP server of the same kind
// that returns a constant. It reports its ports and machines by IPC, and the number of database transactions: those that a request
// caused, and those of the server's regular jobs (supervising rollouts, sending alarms), which run whether machines poll or not.
import { AsyncLocalStorage } from 'node:async_hooks'
import { generateKeyPairSync } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../packages/team/dist/server/http/listen.js'
import { startServer } from '../../packages/team/dist/server/index.js'
import { hashOf, newId, newSecret } from '../../packages/team/dist/server/secrets.js'
import { uploadRoot } from '../../packages/team/dist/testing/root.js'
import { accept, personAt } from '../../packages/team/dist/testing/server.js'

const clients = Number(process.argv[2])
const dataDir = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const server = await startServer({ dataDir })
const { store, cache } = server.context

const request = new AsyncLocalStorage()
subscribe('http.server.request.start', () => request.enterWith(true))
const transactions = { ofRequests: 0, ofJobs: 0 }
for (const name of ['inTeam', 'acrossTeams']) {
  const real = store[name]
  store[name] = (...args) => {
    transactions[request.getStore() ? 'ofRequests' : 'ofJobs'] += 1
    return real(...args)
  }
}

const owner = personAt(server.url)
const { body } = await accept(owner, server.ownerLink, 'owner@example.com')
const { teamId } = body.teams[0]
await uploadRoot(owner, teamId)
const script = '#!/bin/sh\necho "{}"\n'
const draft = { hookStep: 'beforeShellExecution', scriptName: 'guard.sh', scriptContent: script }
await owner.call('AdminService/SaveHook', { teamId, draft })
await owner.call('AdminService/Publish', { teamId })

// Enrolled in memory only, so that their requests need no database either.
const machines = Array.from({ length: Math.min(clients, 500) }, () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [id, token] = [newId(), newSecret()]
  cache.machines.add({
    team_id: teamId,
    id,
    token_hash: hashOf(token),
    public_key: publicKey.export({ format: 'der', type: 'spki' }),
    revoked_at: null,
  })
  return { token, key: privateKey.export({ format: 'pem', type: 'pkcs8' }) }
})

const answer = '{"constant":true}'
const constant = await listen(
  (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(request.method === 'GET' ? answer : '', 'latin1')
  },
  '127.0.0.1',
  0,
)

process.on('message', async (message) => {
  if (message === 'count') process.send({ ...transactions, rss: process.memoryUsage().rss, cpu: process.cpuUsage() })
  if (message !== 'stop') return
  await constant.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})
// End this process even if the load tool crashes.
process.on('disconnect', () => process.exit())
process.send({ port: server.port, constantPort: constant.port, machines, teamId })
