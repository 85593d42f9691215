/** What administrators see of machines, and do to them. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'
import { append } from '../store/journal.ts'

/** The newest first; `after` is where the page before ended. */
export async function devicesAfter(q: Query, after: string, limit: number): Promise<Row<'devices'>[]> {
  let found = q.selectFrom('devices').selectAll().orderBy('enrolled_at', 'desc').orderBy('id').limit(limit)
  const [, at, id] = /^(\d{1,15})\.([a-z2-7]{16})$/.exec(after) ?? []
  if (at !== undefined && id !== undefined)
    found = found.where((e) =>
      e.or([e('enrolled_at', '<', Number(at)), e.and([e('enrolled_at', '=', Number(at)), e('id', '>', id)])]),
    )
  return found.execute()
}

export const pageAfter = ({ enrolled_at, id }: Row<'devices'>): string => `${enrolled_at}.${id}`

export const countDevices = async (q: Query): Promise<number> =>
  (
    await q
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** At once here; on other replicas when they look, which they do every second. */
export async function revokeDevice(context: Context, actor: Actor, id: string): Promise<Row<'devices'>> {
  const { store, now } = context
  const device = await store.inTeam(actor.team, async (q) => {
    const found = await q.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
    if (found === undefined) throw notFound()
    if (found.revoked_at !== null) return found
    const detail = { name: found.name }
    await append(q, actor.team, now(), { actor: actor.name, action: 'device.revoked', target: id, detail })
    await q.updateTable('devices').set({ revoked_at: now() }).where('id', '=', id).execute()
    return { ...found, revoked_at: now() }
  })
  context.live.machines.revoke(id)
  return device
}
