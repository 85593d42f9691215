/** Lists alarms: the open ones first, then those that are over, newest first. */
import type { Query } from '../store/index.ts'

const dayMs = 86_400_000
const retentionDays = 90

export const readAlarms = (q: Query, isOpen: boolean, before: number, limit: number) =>
  q
    .selectFrom('alarms')
    // An alarm about a rollout has no machine.
    .leftJoin('devices', 'devices.id', 'alarms.device_id')
    .select(['alarms.id', 'alarms.device_id', 'alarms.kind', 'alarms.agents', 'alarms.opened_at', 'alarms.resolved_at'])
    .select(['alarms.detail', 'devices.name'])
    .where('alarms.resolved_at', isOpen ? '=' : '>', 0)
    .where('alarms.opened_at', '<', before)
    .orderBy('alarms.opened_at', 'desc')
    .orderBy('alarms.id')
    .limit(limit)
    .execute()
export type ListedAlarm = Awaited<ReturnType<typeof readAlarms>>[number]

export const countOpenAlarms = async (q: Query): Promise<number> =>
  (
    await q
      .selectFrom('alarms')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('resolved_at', '=', 0)
      .executeTakeFirstOrThrow()
  ).n

/** The last message that could not be sent on each channel, if none was sent since. */
export async function readFailures(
  q: Query,
): Promise<readonly { readonly channel: string; readonly failure: string }[]> {
  const rows = await q
    .selectFrom('deliveries')
    .select(['channel', 'failure'])
    .where('attempts', '>', 0)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  const latest = new Map(rows.toReversed().map((row) => [row.channel, row]))
  return [...latest.values()].filter(({ failure }) => failure !== '')
}

/** Deletes alarms that are long over, and the messages about them. */
export async function sweepAlarms(q: Query, now: number): Promise<void> {
  const before = now - retentionDays * dayMs
  await q.deleteFrom('deliveries').where('created_at', '<', before).execute()
  await q.deleteFrom('alarms').where('resolved_at', '>', 0).where('resolved_at', '<', before).execute()
}
