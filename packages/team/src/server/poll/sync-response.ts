/** The response for clients that poll with the method Sync: whether their team has another revision than they know. */
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { Refusal } from '../refusal.ts'

/** How many seconds such a client waits until the next poll. It adds its own jitter. */
const nextSeconds = 1800

/** A team without signed files is at revision 0. */
export function createSyncResponse({ cache }: Context, { team }: Machine, knownRevision: number) {
  if (knownRevision < 0) throw new Refusal('invalid', 'revision must be a non-negative integer')
  const revision = cache.forTeam(team)?.revision ?? 0
  return { revision: BigInt(revision), changed: revision !== knownRevision, nextSeconds }
}
