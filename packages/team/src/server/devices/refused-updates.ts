/** Remembers the updates that a machine refused. A device has only the present reason, and the next good update clears it. */
import type { Query, Row } from '../store/index.ts'

/** A machine that invents reasons fills no more than this. */
const mostKept = 20

interface Refusing {
  readonly team: string
  readonly device: string
  /** The time in the proof: each heartbeat of a machine has a later one. */
  readonly ms: number
  readonly revision: number
  /** Empty: it refuses nothing. */
  readonly reason: string
}

/** The reason that is remembered as the present one. */
export const selectPresent = (q: Query, device: string) =>
  q.selectFrom('refused_updates').select('reason').where('device_id', '=', device).where('ended_at', '=', 0)

/** Call this after the row of the machine was updated: its lock keeps other heartbeats of it away until the transaction ends. */
export async function rememberRefusal(q: Query, refusing: Refusing, now: number): Promise<void> {
  const { team, device, ms, revision, reason } = refusing
  const present = await selectPresent(q, device).executeTakeFirst()
  if (reason === (present?.reason ?? '')) return
  if (present !== undefined)
    await q
      .updateTable('refused_updates')
      .set({ ended_at: now })
      .where('device_id', '=', device)
      .where('ended_at', '=', 0)
      .execute()
  if (reason === '') return
  const times = { beat_ms: ms, began_at: now, ended_at: 0 }
  await q
    .insertInto('refused_updates')
    .values({ team_id: team, device_id: device, ...times, revision, reason })
    .execute()
  const kept = q.selectFrom('refused_updates').select('beat_ms').where('device_id', '=', device)
  await q
    .deleteFrom('refused_updates')
    .where('device_id', '=', device)
    .where('beat_ms', 'not in', kept.orderBy('beat_ms', 'desc').limit(mostKept))
    .execute()
}

/** The newest first. */
export const readRefusedUpdates = (q: Query, device: string): Promise<Row<'refused_updates'>[]> =>
  q.selectFrom('refused_updates').selectAll().where('device_id', '=', device).orderBy('beat_ms', 'desc').execute()
