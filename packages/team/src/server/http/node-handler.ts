/** Requests and responses of both HTTP versions. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void

/** Answers a request without Connect and without Hono; false: it is somebody else's. */
export type Direct = (request: NodeRequest, response: NodeResponse) => boolean

/** Without the query. */
export const pathOf = (request: NodeRequest): string => {
  const url = request.url ?? '/'
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
