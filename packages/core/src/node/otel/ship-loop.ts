/** The background process: sends what is spooled while an agent is active, and ends a minute after the last event. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type OtelDestination, otelOwners } from '../../sinks/otel-settings.ts'
import { listSpoolSegments } from '../spool/append.ts'
import { takeLease } from './lease.ts'
import { otelPaths } from './paths.ts'
import { type ShipContext, shipOtel } from './ship.ts'

export interface ShipLoopOptions extends ShipContext {
  /** Read anew each time, so that a changed setting counts. */
  readonly readDestinations: () => Promise<readonly OtelDestination[]>
  readonly everyMs?: number
  /** How long after the last event to end. */
  readonly idleMs?: number
}

const longestWaitMs = 60_000
const tickMs = 1000

/** Returns how many events were sent. 0 also if another process sends already. */
export async function shipWhileActive(options: ShipLoopOptions): Promise<number> {
  const { platform, everyMs = 2000, idleMs = 60_000 } = options
  const paths = otelPaths(platform)
  const lease = takeLease(paths.lease)
  if (lease === undefined) return 0
  let sent = 0
  /** By owner: how often it has failed, and when to try again. */
  const waits = new Map<string, { readonly failures: number; readonly until: number }>()
  try {
    let activeAt = Date.now()
    let seen = ''
    while (lease.renew() && Date.now() - activeAt < idleMs) {
      const now = stampOf(options)
      if (now !== seen) activeAt = Date.now()
      seen = now
      for (const destination of await options.readDestinations()) {
        const { failures = 0, until = 0 } = waits.get(destination.owner) ?? {}
        if (until > Date.now() || !lease.renew()) continue
        const result = await shipOtel(destination, { ...options, mayGoOn: () => lease.renew() })
        if (result.kind === 'sent') {
          sent += result.events
          waits.delete(destination.owner)
        } else {
          const delay = result.afterMs ?? Math.min(longestWaitMs, everyMs * 2 ** failures)
          const jitter = 0.9 + 0.2 * Math.random()
          waits.set(destination.owner, { failures: failures + 1, until: Date.now() + delay * jitter })
        }
      }
      await waitForMore(options, seen, everyMs, () => lease.renew())
    }
    return sent
  } finally {
    lease.end()
  }
}

/** Text that changes with each spooled event. */
function stampOf({ platform }: ShipContext): string {
  const { spool } = otelPaths(platform)
  return otelOwners
    .map((owner) => {
      const newest = listSpoolSegments(spool(owner)).at(-1) ?? ''
      return `${newest} ${statSync(join(spool(owner), newest), { throwIfNoEntry: false })?.size}`
    })
    .join('\n')
}

/** At least `everyMs`, so that a burst is one request. */
async function waitForMore(context: ShipContext, seen: string, everyMs: number, renew: () => boolean): Promise<void> {
  await wait(everyMs)
  for (let waited = everyMs; waited < longestWaitMs / 4 && stampOf(context) === seen && renew(); waited += tickMs)
    await wait(Math.min(tickMs, everyMs))
}
