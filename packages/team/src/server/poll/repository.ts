/** `/repo/<team>/metadata/…` and `/repo/<team>/targets/…`: stored bytes, for the team's own machines. */
import type { Context } from '../context.ts'
import { prove } from '../devices/prove.ts'
import { type Direct, type NodeRequest, type NodeResponse, pathOf } from '../http/node-handler.ts'
import { notFound } from '../refusal.ts'
import { fileAt } from '../store/files.ts'
import { callOf, emptyHash } from './call-of.ts'
import { sendError } from './send-error.ts'
import { type StoredFile, storedFile } from './shelf.ts'

const place =
  /^\/repo\/(hl_[a-z2-7]{16})\/(?:metadata\/((?:\d{1,12}\.)?[a-z]+\.json)|(targets\/(?:scripts\/)?[0-9a-f]{64}\.[\w.]{1,100}))$/

export const repository =
  (context: Context): Direct =>
  (request, response) => {
    if (!pathOf(request).startsWith('/repo/')) return false
    answer(context, request, response).catch((thrown: unknown) => sendError(context, response, thrown, 'repository'))
    return true
  }

async function answer(context: Context, request: NodeRequest, response: NodeResponse): Promise<void> {
  const [, team, metadata, target] = place.exec(pathOf(request)) ?? []
  const isPoll = metadata === 'timestamp.json'
  if (request.method !== 'GET' || team === undefined) throw notFound()
  const call = callOf(request, () => emptyHash)
  const machine = await prove(context, { ...call, needs: 'signature' })
  if (machine.team !== team) throw notFound()
  const file = await fileOf(context, team, metadata ?? target ?? '')
  if (file === undefined) throw notFound()
  if (isPoll) machine.syncedAt = context.now()
  const headers = { etag: file.etag }
  if (request.headers['if-none-match'] === file.etag) {
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

/** What is not current any more is asked for by those in the middle of an update. */
async function fileOf({ live, store }: Context, team: string, path: string): Promise<StoredFile | undefined> {
  const shelf = live.shelf(team)
  const known = shelf?.files.get(path)
  if (known !== undefined) return known
  // A machine looks for the next root every time: that there is none is known here, too.
  if (shelf !== undefined && path.endsWith('.root.json')) return undefined
  const body = await store.inTeam(team, (q) => fileAt(q, path))
  return body === undefined ? undefined : storedFile(body)
}
