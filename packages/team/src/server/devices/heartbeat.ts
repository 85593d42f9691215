/** Stores the state that a machine reports. Administrators see it in the list of devices. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { shorten } from '../shorten.ts'
import { cleanVersion } from './enroll.ts'
import type { Machine } from './machines.ts'
import { enforceRateLimit, rateLimit } from './rate-limit.ts'
import { rememberRefusal, selectPresent } from './refused-updates.ts'

export interface HeartbeatMessage {
  readonly revision: bigint
  readonly clientVersion: string
  readonly refused: string
  readonly activeHooks: number
  readonly candidate: bigint
}

/** `ms` is the time in the proof. A proof that is not later than the last one is a replay, on this replica or another. */
export async function heartbeat(
  { store, now }: Context,
  machine: Machine,
  message: HeartbeatMessage,
  ms: number,
): Promise<void> {
  const { team, id } = machine
  enforceRateLimit(machine, rateLimit.heartbeat, now())
  const revision = Number(message.revision)
  const candidate = Number(message.candidate)
  const numbers = [revision, candidate, message.activeHooks]
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new Refusal('invalid', 'revision, candidate and active_hooks must be non-negative integers')
  const set = {
    revision,
    candidate,
    client_version: cleanVersion(message.clientVersion),
    refused: shorten(message.refused.replace(/[^\P{Cc}\n]/gu, ''), 2000),
    active_hooks: message.activeHooks,
    last_sync_at: now(),
    beat_ms: ms,
    // A machine that was quiet is no longer. The next check finds out what it is.
    recheck_at: sql<number>`case when coverage = 'quiet' then 0 else recheck_at end`,
  }
  await store.inTeam(team, async (q) => {
    const beat = await q
      .updateTable('devices')
      .set(set)
      .where('id', '=', id)
      .where('beat_ms', '<', ms)
      .returning((e) => e.exists(selectPresent(q, id)).as('refusedBefore'))
      .executeTakeFirst()
    if (beat === undefined) throw new Refusal('unauthenticated', 'this proof, or a later one, was already used')
    const { refused: reason } = set
    // Most heartbeats write nothing here.
    if (reason !== '' || beat.refusedBefore)
      await rememberRefusal(q, { team, device: id, ms, revision, reason }, set.last_sync_at)
  })
}
