/** Lists and revokes machines for administrators. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'

/** Returns the newest machines first. `after` is the end of the previous page. */
export async function readDevices(q: Query, after: string, limit: number): Promise<Row<'devices'>[]> {
  let query = q.selectFrom('devices').selectAll().orderBy('enrolled_at', 'desc').orderBy('id').limit(limit)
  const [, at, id] = /^(\d{1,15})\.([a-z2-7]{16})$/.exec(after) ?? []
  if (at !== undefined && id !== undefined)
    query = query.where((e) =>
      e.or([e('enrolled_at', '<', Number(at)), e.and([e('enrolled_at', '=', Number(at)), e('id', '>', id)])]),
    )
  return query.execute()
}

export const toPageToken = ({ enrolled_at, id }: Row<'devices'>): string => `${enrolled_at}.${id}`

export const countDevices = async (q: Query): Promise<number> =>
  (
    await q
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Takes effect at once on this replica. Other replicas check for changes every second. */
export async function revokeDevice(context: Context, actor: Actor, id: string): Promise<Row<'devices'>> {
  const { store, now } = context
  const revoked = await store.inTeam(actor.team, async (q) => {
    const device = await q.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
    if (device === undefined) throw notFound()
    if (device.revoked_at !== null) return device
    const detail = { name: device.name }
    await recordEvent(q, actor.team, now(), { actor: actor.name, action: 'device.revoked', target: id, detail })
    await q.updateTable('devices').set({ revoked_at: now() }).where('id', '=', id).execute()
    return { ...device, revoked_at: now() }
  })
  context.cache.machines.revoke(id)
  return revoked
}
