/** What a machine says of itself, for the list that administrators see. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { versionText } from './enroll.ts'
import type { Machine } from './machines.ts'
import { keepPace, pace } from './pace.ts'

export interface Beat {
  readonly revision: bigint
  readonly clientVersion: string
  readonly refused: string
  readonly activeHooks: number
}

/** `ms`: the time in its proof. One that is not later than the last was used already, here or at another replica. */
export async function heartbeat({ store, now }: Context, machine: Machine, beat: Beat, ms: number): Promise<void> {
  const { team, id } = machine
  keepPace(machine, pace.heartbeat, now())
  const revision = Number(beat.revision)
  if (!Number.isSafeInteger(revision) || revision < 0 || beat.activeHooks < 0)
    throw new Refusal('invalid', 'revision and active_hooks are no counts')
  const set = {
    revision,
    client_version: versionText(beat.clientVersion),
    refused: beat.refused.replace(/[^\P{Cc}\n]/gu, '').slice(0, 2000),
    active_hooks: beat.activeHooks,
    last_sync_at: now(),
    beat_ms: ms,
  }
  const { numUpdatedRows } = await store.inTeam(team, (q) =>
    q.updateTable('devices').set(set).where('id', '=', id).where('beat_ms', '<', ms).executeTakeFirst(),
  )
  if (numUpdatedRows === 0n)
    throw new Refusal('unauthenticated', 'this proof was used already, or one with a later time was')
}
