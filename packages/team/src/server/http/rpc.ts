/** Connect, gRPC and gRPC-web on our HTTP servers. The status for a body that is too large is 413 instead of Connect's 429. */
import { hash } from 'node:crypto'
import { finished } from 'node:stream'
import {
  Code,
  ConnectError,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type Interceptor,
} from '@connectrpc/connect'
import { createAsyncIterable, type UniversalHandler } from '@connectrpc/connect/protocol'
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node'
import type { Context } from '../context.ts'
import { peerAddress } from '../rpc/authenticate.ts'
import { toWireError } from '../rpc/errors.ts'
import type { Services } from '../rpc/index.ts'
import { wireCall } from '../rpc/machine.ts'
import { bodyKinds, findBodyKind } from './bodies/bodies.ts'
import { createIntake, type Intake, TooLarge } from './intake.ts'
import { limits } from './limits.ts'
import { type DirectHandler, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'
import { toCall } from './to-call.ts'

export function createRpcHandler(services: Services, context: Context): DirectHandler {
  const handlers = createHandlers(services)
  const intake = createIntake(services.gate)
  return (request, response) => {
    const handler = handlers.get(pathOf(request))
    if (handler === undefined) return false
    handleRequest(handler, intake, context, request, response).catch((thrown: unknown) => {
      if (ConnectError.from(thrown).code !== Code.Aborted) context.log(`${handler.requestPath}: ${String(thrown)}`)
      response.destroy()
    })
    return true
  }
}

/** Creates each handler from a router with the size limit of its method. */
function createHandlers({ routes, interceptors }: Services): ReadonlyMap<string, UniversalHandler> {
  const handlers = Object.values(bodyKinds).flatMap((kind) => {
    const router = createConnectRouter({
      readMaxBytes: kind.bytes,
      binaryOptions: { readUnknownFields: false },
      acceptCompression: [compressionGzip, compressionBrotli].map(limitDecompression),
      interceptors: [markRead, ...interceptors],
      maxTimeoutMs: limits.requestMs,
    })
    routes(router)
    return router.handlers.filter(({ method }) => findBodyKind(method) === kind)
  })
  return new Map(handlers.map((handler) => [handler.requestPath, handler]))
}

async function handleRequest(
  handler: UniversalHandler,
  intake: Intake,
  context: Context,
  request: NodeRequest,
  response: NodeResponse,
): Promise<void> {
  const values = createContextValues().set(peerAddress, request.socket.remoteAddress ?? 'unknown')
  const universalRequest = universalRequestFromNodeRequest(request, response, undefined, values)
  let body: Uint8Array = new Uint8Array()
  const call = toCall(request, () => hash('sha256', body, 'hex'))
  values.set(wireCall, call)
  let refused: unknown
  const incoming = await intake(universalRequest, handler.method, call).catch((thrown: unknown) => {
    refused = thrown
  })
  // Release the memory when the response is finished. Connect does not report this.
  finished(response, () => incoming?.release())
  // Read and discard the rest of a refused body, within the time limit of a request. Otherwise the next request has to wait for it.
  if (incoming === undefined) finished(response, () => discardBody(request))
  try {
    body = incoming?.body ?? body
    const requestBody =
      incoming === undefined ? failWith(toConnectError(refused, context, handler)) : createAsyncIterable([body])
    const universalResponse = await handler({ ...universalRequest, body: requestBody })
    const isUnreadable = universalResponse.status === 500 && incoming !== undefined && !values.get(wasRead)
    const status = refused instanceof TooLarge ? 413 : universalResponse.status
    await universalResponseToNodeResponse(isUnreadable ? unreadable : { ...universalResponse, status }, response)
  } catch (thrown) {
    incoming?.release()
    throw thrown
  }
}

function discardBody(request: NodeRequest): void {
  request.removeAllListeners('readable')
  request.resume()
}

const toConnectError = (refused: unknown, context: Context, { method }: UniversalHandler): ConnectError =>
  refused instanceof TooLarge
    ? new ConnectError(refused.message, Code.ResourceExhausted)
    : toWireError(refused, context, method.name)

/** Sends a refusal in the protocol of the caller. */
// biome-ignore lint/correctness/useYield: the generator fails before its first value
async function* failWith(error: ConnectError): AsyncGenerator<Uint8Array> {
  throw error
}

/** Connect treats an invalid message as an internal error, although it is an error of the caller. */
const wasRead = createContextKey(false, { description: 'the request was decoded' })
const markRead: Interceptor = (next) => (request) => {
  request.contextValues.set(wasRead, true)
  return next(request)
}
const unreadable = {
  status: 400,
  header: new Headers({ 'content-type': 'application/json' }),
  get body() {
    const error = { code: 'invalid_argument', message: 'the body is not a valid message for this method' }
    return createAsyncIterable([new TextEncoder().encode(JSON.stringify(error))])
  },
}

/** A body that exceeds the limit after decompression is an invalid request. A retry would not help. */
const limitDecompression = (compression: typeof compressionGzip): typeof compressionGzip => ({
  ...compression,
  async decompress(bytes, most) {
    try {
      return await compression.decompress(bytes, most)
    } catch (thrown) {
      const { code } = ConnectError.from(thrown)
      if (code !== Code.ResourceExhausted) throw thrown
      throw new ConnectError(
        `the request body is larger than the limit of ${most} bytes after decompression`,
        Code.InvalidArgument,
      )
    }
  },
})
