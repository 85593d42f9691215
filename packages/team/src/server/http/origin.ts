/** Checks the origin that a browser sends: only our own pages may send requests that change something. */
import type { Context } from '../context.ts'
import type { NodeRequest } from './node-handler.ts'

export function isForeign({ headers, method }: NodeRequest, context: Context): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  const own = headers.host ?? headers[':authority']
  return origin !== context.publicUrl() && origin !== `http://${own}` && origin !== `https://${own}`
}
