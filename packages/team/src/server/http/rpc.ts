/** Connect, gRPC and gRPC-web on our HTTP servers. What is too large is answered with 413, not with Connect's 429. */

import { createHash } from 'node:crypto'
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type Interceptor,
} from '@connectrpc/connect'
import { createAsyncIterable, type UniversalHandler, type UniversalServerRequest } from '@connectrpc/connect/protocol'
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node'
import type { Context } from '../context.ts'
import { callOf } from '../poll/call-of.ts'
import { wireCall } from '../rpc/machine.ts'
import { peerAddress } from '../rpc/who.ts'
import { limits } from './limits.ts'
import { type Direct, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'

export interface Services {
  routes(router: ConnectRouter): void
  readonly interceptors: readonly Interceptor[]
}

export function rpc({ routes, interceptors }: Services, context: Context): Direct {
  const router = createConnectRouter({
    readMaxBytes: limits.bodyBytes,
    acceptCompression: [compressionGzip, compressionBrotli].map(bounded),
    interceptors: [markRead, ...interceptors],
    maxTimeoutMs: limits.requestMs,
  })
  routes(router)
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
  return (request, response) => {
    const handler = handlers.get(pathOf(request))
    if (handler === undefined) return false
    answer(handler, request, response).catch((thrown: unknown) => {
      if (ConnectError.from(thrown).code !== Code.Aborted) context.log(`${handler.requestPath}: ${String(thrown)}`)
      response.destroy()
    })
    return true
  }
}

async function answer(handler: UniversalHandler, request: NodeRequest, response: NodeResponse): Promise<void> {
  const values = createContextValues().set(peerAddress, request.socket.remoteAddress ?? 'unknown')
  const hash = createHash('sha256')
  values.set(
    wireCall,
    callOf(request, () => hash.copy().digest('hex')),
  )
  const asked = universalRequestFromNodeRequest(request, response, undefined, values)
  const counted = count(asked, (chunk) => hash.update(chunk))
  const answered = await handler(counted.request)
  const isUnreadable = answered.status === 500 && !values.get(wasRead)
  const said = isUnreadable ? unreadable : counted.isTooLarge() ? { ...answered, status: 413 } : answered
  await universalResponseToNodeResponse(said, response)
}

/** Connect calls bytes that are no message its own error; they are the caller's. */
const wasRead = createContextKey(false, { description: 'the request was a message' })
const markRead: Interceptor = (next) => (request) => {
  request.contextValues.set(wasRead, true)
  return next(request)
}
const unreadable = {
  status: 400,
  header: new Headers({ 'content-type': 'application/json' }),
  get body() {
    const error = { code: 'invalid_argument', message: 'the body is not the message of this method' }
    return createAsyncIterable([new TextEncoder().encode(JSON.stringify(error))])
  },
}

function count(request: UniversalServerRequest, seen: (chunk: Uint8Array) => void) {
  const { body } = request
  let isTooLarge = false
  async function* counting(chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      isTooLarge = bytes > limits.bodyBytes
      if (isTooLarge) throw new ConnectError(`a request has at most ${limits.bodyBytes} bytes`, Code.ResourceExhausted)
      seen(chunk)
      yield chunk
    }
  }
  const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body
  return { request: isStream ? { ...request, body: counting(body) } : request, isTooLarge: () => isTooLarge }
}

/** A body that grows past the limit while it is unpacked is a wrong request, not one to repeat later. */
const bounded = (compression: typeof compressionGzip): typeof compressionGzip => ({
  ...compression,
  async decompress(bytes, most) {
    try {
      return await compression.decompress(bytes, most)
    } catch (thrown) {
      const { code } = ConnectError.from(thrown)
      if (code !== Code.ResourceExhausted) throw thrown
      throw new ConnectError(`a request has at most ${most} bytes once unpacked`, Code.InvalidArgument)
    }
  },
})
