/** Reads and revokes machines for administrators. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'

export async function readDevice(q: Query, id: string): Promise<Row<'devices'>> {
  const device = await q.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
  if (device === undefined) throw notFound()
  return device
}

/** Takes effect at once on this replica. Other replicas check for changes every second. */
export async function revokeDevice(context: Context, actor: Actor, id: string): Promise<Row<'devices'>> {
  const { store, now } = context
  const revoked = await store.inTeam(actor.team, async (q) => {
    const device = await readDevice(q, id)
    if (device.revoked_at !== null) return device
    const detail = { name: device.name }
    await recordEvent(q, actor.team, now(), { actor: actor.name, action: 'device.revoked', target: id, detail })
    await q.updateTable('devices').set({ revoked_at: now() }).where('id', '=', id).execute()
    return { ...device, revoked_at: now() }
  })
  context.cache.machines.revoke(id)
  return revoked
}
