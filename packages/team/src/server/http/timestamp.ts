/**
 * Serves the signed timestamp of a team, which machines poll. The file is signed and says only how often the team has signed, so
 * it needs no proof. Any cache may answer it. It needs no database.
 */
import type { Context } from '../context.ts'
import { namesTag } from '../etag.ts'
import type { DirectHandler } from './node-handler.ts'

const [prefix, suffix] = ['/repo/', '/metadata/timestamp.json']
/** A cache in front of the server delays a new revision by at most this many seconds. */
export const maxAge = 2
const cacheControl = `public, max-age=${maxAge}, stale-if-error=3600`

/** Returns false if the team is unknown: another handler then refuses the request. */
export const createTimestampHandler =
  ({ cache }: Context): DirectHandler =>
  (request, response) => {
    const { url = '', method } = request
    if (!url.startsWith(prefix) || !url.endsWith(suffix) || (method !== 'GET' && method !== 'HEAD')) return false
    const file = cache.forTeam(url.slice(prefix.length, -suffix.length))?.files.get('timestamp.json')
    if (file === undefined) return false
    const headers = { etag: file.etag, 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' }
    if (namesTag(request.headers['if-none-match'], file.etag)) {
      response.writeHead(304, headers)
      response.end()
      return true
    }
    const length = file.body.length
    response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length })
    response.end(method === 'HEAD' ? '' : file.body)
    return true
  }
