/** `POST /api/hooks/disable` and `/enable`: the same as the commands of that name. */
import { canDisable, createDisabledStore, type DisabledStore, sourceSetup } from '@hookline/core/node'
import type { HooksPage } from '@hookline/web/wire'
import type { Ask, Route } from '../server/ask.ts'
import { badRequest, PanelFailure } from '../server/failure.ts'
import { hooksPage } from './hooks-page.ts'
import { entryOf } from './script.ts'

const LONGEST_MS = 366 * 86_400_000

export const switchRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/hooks/disable', changes: () => true, answer: disable },
  { method: 'POST', path: '/api/hooks/enable', changes: () => true, answer: enable },
]

const store = (): DisabledStore => createDisabledStore(sourceSetup().platform)

async function disable({ scene, body: { id, forMs } }: Ask): Promise<HooksPage> {
  if (typeof id !== 'string') throw badRequest('id is missing')
  if (forMs !== undefined && !(typeof forMs === 'number' && forMs > 0 && forMs <= LONGEST_MS))
    throw badRequest('forMs is no number of milliseconds up to a year')
  const entry = entryOf(scene, id)
  if (!canDisable(entry))
    throw new PanelFailure(
      403,
      'managed',
      'This hook comes from your organisation or team, or is a closed gate: it cannot be switched off here.',
    )
  const now = Date.now()
  const root = entry.origin.root === undefined ? {} : { root: entry.origin.root }
  const until = forMs === undefined ? {} : { until: now + Math.round(forMs) }
  store().add({ id: entry.id, ...root, at: new Date(now).toISOString(), ...until }, now)
  await scene.hooks.reload()
  return hooksPage(scene)
}

async function enable({ scene, body: { id } }: Ask): Promise<HooksPage> {
  if (typeof id !== 'string') throw badRequest('id is missing')
  const { name, origin } = entryOf(scene, id)
  // An older file may hold the name instead of the id.
  for (const word of new Set([id, name ?? id])) store().remove(word, Date.now(), origin.root)
  await scene.hooks.reload()
  return hooksPage(scene)
}
