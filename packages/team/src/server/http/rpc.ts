/** Connect, gRPC and gRPC-web on our HTTP servers. What is too large is answered with 413, not with Connect's 429. */
import { hash } from 'node:crypto'
import { finished } from 'node:stream'
import {
  Code,
  ConnectError,
  type ConnectRouter,
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
import { callOf } from '../poll/call-of.ts'
import { wireError } from '../rpc/errors.ts'
import type { Gate } from '../rpc/gate.ts'
import { wireCall } from '../rpc/machine.ts'
import { peerAddress } from '../rpc/who.ts'
import { bodyKindOf, bodyKinds } from './bodies.ts'
import { createIntake, type Intake, TooLarge } from './intake.ts'
import { limits } from './limits.ts'
import { type Direct, type NodeRequest, type NodeResponse, pathOf } from './node-handler.ts'

export interface Services {
  routes(router: ConnectRouter): void
  readonly interceptors: readonly Interceptor[]
  readonly gate: Gate
}

export function rpc(services: Services, context: Context): Direct {
  const handlers = handlersOf(services)
  const intake = createIntake(services.gate)
  return (request, response) => {
    const handler = handlers.get(pathOf(request))
    if (handler === undefined) return false
    answer(handler, intake, context, request, response).catch((thrown: unknown) => {
      if (ConnectError.from(thrown).code !== Code.Aborted) context.log(`${handler.requestPath}: ${String(thrown)}`)
      response.destroy()
    })
    return true
  }
}

/** Each from a router whose messages may be as large as those of its method. */
function handlersOf({ routes, interceptors }: Services): ReadonlyMap<string, UniversalHandler> {
  const all = Object.values(bodyKinds).flatMap((kind) => {
    const router = createConnectRouter({
      readMaxBytes: kind.bytes,
      binaryOptions: { readUnknownFields: false },
      acceptCompression: [compressionGzip, compressionBrotli].map(bounded),
      interceptors: [markRead, ...interceptors],
      maxTimeoutMs: limits.requestMs,
    })
    routes(router)
    return router.handlers.filter(({ method }) => bodyKindOf(method) === kind)
  })
  return new Map(all.map((handler) => [handler.requestPath, handler]))
}

async function answer(
  handler: UniversalHandler,
  intake: Intake,
  context: Context,
  request: NodeRequest,
  response: NodeResponse,
): Promise<void> {
  const values = createContextValues().set(peerAddress, request.socket.remoteAddress ?? 'unknown')
  const asked = universalRequestFromNodeRequest(request, response, undefined, values)
  let body: Uint8Array = new Uint8Array()
  const call = callOf(request, () => hash('sha256', body, 'hex'))
  values.set(wireCall, call)
  let refused: unknown
  const taken = await intake(asked, handler.method, call).catch((thrown: unknown) => {
    refused = thrown
  })
  // Not after the answer was handed over: that Connect does not tell.
  finished(response, () => taken?.release())
  // The rest of a body that nobody wants is read away, for as long as a request may take: else the next one waits behind it.
  if (taken === undefined) finished(response, () => discard(request))
  try {
    body = taken?.body ?? body
    const given = taken === undefined ? failing(errorOf(refused, context, handler)) : createAsyncIterable([body])
    const answered = await handler({ ...asked, body: given })
    const isUnreadable = answered.status === 500 && taken !== undefined && !values.get(wasRead)
    const status = refused instanceof TooLarge ? 413 : answered.status
    await universalResponseToNodeResponse(isUnreadable ? unreadable : { ...answered, status }, response)
  } catch (thrown) {
    taken?.release()
    throw thrown
  }
}

function discard(request: NodeRequest): void {
  request.removeAllListeners('readable')
  request.resume()
}

const errorOf = (refused: unknown, context: Context, { method }: UniversalHandler): ConnectError =>
  refused instanceof TooLarge
    ? new ConnectError(refused.message, Code.ResourceExhausted)
    : wireError(refused, context, method.name)

/** A refusal, too, is said in the protocol of the caller. */
// biome-ignore lint/correctness/useYield: it fails before there is anything to give
async function* failing(error: ConnectError): AsyncGenerator<Uint8Array> {
  throw error
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
