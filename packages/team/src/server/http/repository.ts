/** Serves `/repo/<team>/metadata/…` and `/repo/<team>/targets/…` to the team's own machines. The timestamp is served before (timestamp.ts). */
import type { Context } from '../context.ts'
import { prove } from '../devices/prove.ts'
import { namesTag } from '../etag.ts'
import { type StoredFile, toStoredFile } from '../poll/team-cache.ts'
import { notFound } from '../refusal.ts'
import { readStoredFile } from '../store/files.ts'
import { type DirectHandler, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'
import { sendError } from './send-error.ts'
import { emptyHash, toCall } from './to-call.ts'

const filePath =
  /^\/repo\/(hl_[a-z2-7]{16})\/(?:metadata\/((?:\d{1,12}\.)?[a-z]+\.json)|(targets\/(?:scripts\/)?[0-9a-f]{64}\.[\w.]{1,100}))$/

export const createRepositoryHandler =
  (context: Context): DirectHandler =>
  (request, response) => {
    if (!pathOf(request).startsWith('/repo/')) return false
    handleRequest(context, request, response).catch((thrown: unknown) =>
      sendError(context, response, thrown, 'repository'),
    )
    return true
  }

async function handleRequest(context: Context, request: NodeRequest, response: NodeResponse): Promise<void> {
  const [, team, metadata, target] = filePath.exec(pathOf(request)) ?? []
  if (request.method !== 'GET' || team === undefined) throw notFound()
  const call = toCall(request, () => emptyHash)
  const machine = await prove(context, call)
  if (machine.team !== team) throw notFound()
  const file = await findFile(context, team, metadata ?? target ?? '')
  if (file === undefined) throw notFound()
  const headers = { etag: file.etag }
  if (namesTag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'content-type': metadata === undefined ? 'application/octet-stream' : 'application/json',
    'content-length': file.body.length,
  })
  response.end(file.body)
}

/** Reads old files from the database: a machine in the middle of an update can still ask for them. */
async function findFile({ cache, store }: Context, team: string, path: string): Promise<StoredFile | undefined> {
  const teamCache = cache.forTeam(team)
  const known = teamCache?.files.get(path)
  if (known !== undefined) return known
  // Machines ask for the next root at each update. The cache has all roots, so a missing one does not exist.
  if (teamCache !== undefined && path.endsWith('.root.json')) return undefined
  const body = await store.inTeam(team, (q) => readStoredFile(q, path))
  return body === undefined ? undefined : toStoredFile(body)
}
