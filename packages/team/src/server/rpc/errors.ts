/** Converts the errors of methods for the client. Unexpected errors are only logged, and the client does not see their details. */
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import type { Context } from '../context.ts'
import { Refusal, toConnect } from '../refusal.ts'

/** In seconds. Clients add their own jitter. */
export const retryAfter = 5

export const convertErrors =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    try {
      return await next(request)
    } catch (thrown) {
      throw toWireError(thrown, context, request.method.name)
    }
  }

export function toWireError(thrown: unknown, { store, log }: Context, where: string): ConnectError {
  if (thrown instanceof ConnectError) return thrown
  if (thrown instanceof Refusal) return toConnect(thrown)
  if (isDisconnected(thrown)) return new ConnectError('the caller has disconnected', Code.Aborted)
  if (store.isUnavailable(thrown))
    return new ConnectError('the database is unavailable', Code.Unavailable, { 'retry-after': String(retryAfter) })
  log(`${where}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
  return new ConnectError('internal error', Code.Internal)
}

/** A client that disconnects is not an error of the server and must not fill the log. */
const isDisconnected = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE'
