/** `POST /api/hooks/disable` and `/enable`: the same as `hookline disable` and `hookline enable`. */
import { canDisable, createDisabledStore, type DisabledStore, sourceSetup } from '@hookline/core/node'
import type { HooksPage } from '@hookline/web/wire'
import { findEntry } from '../scene/find-script.ts'
import { badRequest, PanelFailure } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { readHooksPage } from './hooks-page.ts'

const MAX_DISABLED_MS = 366 * 86_400_000

export const switchRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/hooks/disable', changes: () => true, answer: disable },
  { method: 'POST', path: '/api/hooks/enable', changes: () => true, answer: enable },
]

const store = (): DisabledStore => createDisabledStore(sourceSetup().platform)

async function disable({ scene, body: { id, forMs } }: PanelRequest): Promise<HooksPage> {
  if (typeof id !== 'string') throw badRequest('id is missing')
  if (forMs !== undefined && !(typeof forMs === 'number' && forMs > 0 && forMs <= MAX_DISABLED_MS))
    throw badRequest(`forMs must be a number of milliseconds up to a year, got ${JSON.stringify(forMs)}`)
  const entry = findEntry(scene, id)
  if (!canDisable(entry))
    throw new PanelFailure(
      403,
      'managed',
      'This hook cannot be disabled here, because it comes from your organisation or team or is a closed gate.',
    )
  const now = Date.now()
  const root = entry.origin.root === undefined ? {} : { root: entry.origin.root }
  const until = forMs === undefined ? {} : { until: now + Math.round(forMs) }
  store().add({ id: entry.id, ...root, at: new Date(now).toISOString(), ...until }, now)
  await scene.hooks.reload()
  return readHooksPage(scene)
}

async function enable({ scene, body: { id } }: PanelRequest): Promise<HooksPage> {
  if (typeof id !== 'string') throw badRequest('id is missing')
  const { name, origin } = findEntry(scene, id)
  // A file written by an older version may have the name instead of the id.
  for (const key of new Set([id, name ?? id])) store().remove(key, Date.now(), origin.root)
  await scene.hooks.reload()
  return readHooksPage(scene)
}
