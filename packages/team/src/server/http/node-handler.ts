/** Request and response types for both HTTP versions. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void

/** Handles a request without Connect and Hono. Returns false if the request is for another handler. */
export type DirectHandler = (request: NodeRequest, response: NodeResponse) => boolean

/** Returns the path without the query. */
export const pathOf = (request: NodeRequest): string => {
  const url = request.url ?? '/'
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
