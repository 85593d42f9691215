/** Publishing: all drafts and switches since the last time become the next revision, or nothing does. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { rootsOf } from '../store/files.ts'
import { currentHooks, type HookWithVersion } from '../store/hooks.ts'
import type { Bit, Query } from '../store/index.ts'
import { append } from '../store/journal.ts'
import { lockTeam } from '../store/teams.ts'
import { errorsIn } from './check.ts'
import { signRevision } from './revision.ts'
import { hasChanges, stateOf } from './state.ts'

export interface PublishResult {
  readonly revision: number
  readonly hooks: number
}

export interface Publishing {
  readonly note: string
  /** Empty: whatever is there. */
  readonly state: string
}

export async function publish(
  q: Query,
  context: Context,
  actor: Actor,
  { note, state }: Publishing,
): Promise<PublishResult> {
  const { team } = actor
  const { revision: before } = await lockTeam(q)
  if ((await rootsOf(q)).length === 0)
    throw new Refusal('precondition', 'this team has no root key yet: hookline team keygen makes it')
  const all = await currentHooks(q)
  if (state !== '' && state !== stateOf(all.map(({ hook }) => hook)))
    throw new Refusal('conflict', 'hooks were changed since you looked at them: look again, then publish')
  const hooks = all.filter(({ hook }) => hook.deleted_at === null).filter(isPublishable)
  if (before > 0 && !all.some(({ hook }) => hasChanges(hook))) return { revision: before, hooks: hooks.length }
  const revision = await signRevision(q, context, team, before, hooks, { author: actor.email, note })
  await markPublished(q, all, hooks)
  const detail = { note, hooks: hooks.map(({ hook, version }) => summary(hook.is_active, version)) }
  await append(q, team, context.now(), { actor: actor.name, action: 'published', target: `${revision}`, detail })
  return { revision, hooks: hooks.length }
}

const summary = (active: Bit, { hook_id, version }: HookWithVersion['version']) => ({
  id: hook_id,
  version,
  active: active === 1,
})

/** A wrong draft that is switched off stays here; one that is switched on stops everything. */
function isPublishable({ hook, version }: HookWithVersion): boolean {
  const [error] = errorsIn(version)
  if (error === undefined) return true
  if (hook.is_active === 0) return false
  throw new Refusal(
    'precondition',
    `hook ${hook.id} (${JSON.stringify(version.script_name)}) cannot be published: ${error.message}. Mend it, or switch it off.`,
  )
}

async function markPublished(q: Query, all: readonly HookWithVersion[], published: readonly HookWithVersion[]) {
  const now = new Set(published.map(({ hook }) => hook.id))
  for (const { hook } of all) {
    const set = now.has(hook.id)
      ? { published_version: hook.version, published_active: hook.is_active }
      : { published_version: 0, published_active: 0 as const }
    if (set.published_version === hook.published_version && set.published_active === hook.published_active) continue
    await q.updateTable('hooks').set(set).where('id', '=', hook.id).execute()
  }
}
