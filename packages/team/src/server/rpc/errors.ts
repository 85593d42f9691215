/** Every failure of a method as the wire says it. What we did not expect is logged here and told to nobody else. */
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import type { Context } from '../context.ts'
import { Refusal, toConnect } from '../refusal.ts'

/** Seconds; clients add jitter of their own. */
export const retryAfter = 5

export const errorsToWire =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    try {
      return await next(request)
    } catch (thrown) {
      throw wireError(thrown, context, request.method.name)
    }
  }

export function wireError(thrown: unknown, { store, log }: Context, where: string): ConnectError {
  if (thrown instanceof ConnectError) return thrown
  if (thrown instanceof Refusal) return toConnect(thrown)
  if (isGone(thrown)) return new ConnectError('the caller is gone', Code.Aborted)
  if (store.isAway(thrown))
    return new ConnectError('the database is away', Code.Unavailable, { 'retry-after': String(retryAfter) })
  log(`${where}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
  return new ConnectError('internal error', Code.Internal)
}

/** Who hangs up in the middle is no failure of ours, and would fill the log. */
const isGone = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE'
