/** Publishes all drafts and switches since the last revision as the next revision, or none of them. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import { readRoots } from '../store/files.ts'
import { type HookWithVersion, readCurrentHooks } from '../store/hooks.ts'
import type { Bit, Query } from '../store/index.ts'
import { endPreviews } from '../store/previews.ts'
import { lockTeam } from '../store/teams.ts'
import { findErrors } from './check.ts'
import { signRevision } from './revision.ts'
import { type Ring, refuseDuringRollout } from './rollout/ring.ts'
import { startRollout } from './rollout/start.ts'
import { hasChanges, hashState } from './state.ts'

export interface PublishResult {
  readonly revision: number
  readonly hooks: number
}

export interface PublishRequest {
  readonly note: string
  /** The state that the author saw. If empty, publishes the current state. */
  readonly state: string
  /** The machines that get it first. */
  readonly ring: Ring
}

export async function publish(
  q: Query,
  context: Context,
  actor: Actor,
  { note, state, ring }: PublishRequest,
): Promise<PublishResult> {
  const { team } = actor
  const { revision: before } = await lockTeam(q)
  if ((await readRoots(q)).length === 0)
    throw new Refusal(
      'precondition',
      'this team has no root key yet. An owner creates it with: hookline team keygen <url>',
    )
  await refuseDuringRollout(q)
  const hooksAndVersions = await readCurrentHooks(q)
  if (state !== '' && state !== hashState(hooksAndVersions.map(({ hook }) => hook)))
    throw new Refusal(
      'conflict',
      'the hooks have changed since you loaded them. Reload, check the changes, then publish',
    )
  const hooks = hooksAndVersions.filter(({ hook }) => hook.deleted_at === null).filter(isPublishable)
  if (before > 0 && !hooksAndVersions.some(({ hook }) => hasChanges(hook)))
    return { revision: before, hooks: hooks.length }
  // It was about these drafts. What machines reported stays.
  await endPreviews(q, context.now())
  if (ring.kind !== 'all') {
    const revision = await startRollout(q, context, actor, before, hooks, { ring, note })
    return { revision, hooks: hooks.length }
  }
  const revision = await signRevision(q, context, team, before, hooks, { author: actor.email, note })
  await markPublished(q, hooksAndVersions, hooks)
  const detail = { note, hooks: hooks.map(({ hook, version }) => summarize(hook.is_active, version)) }
  await recordEvent(q, team, context.now(), { actor: actor.name, action: 'published', target: `${revision}`, detail })
  return { revision, hooks: hooks.length }
}

const summarize = (active: Bit, { hook_id, version }: HookWithVersion['version']) => ({
  id: hook_id,
  version,
  active: active === 1,
})

/** Skips an inactive draft with errors. An active draft with errors stops the publishing. */
function isPublishable({ hook, version }: HookWithVersion): boolean {
  const [error] = findErrors(version)
  if (error === undefined) return true
  if (hook.is_active === 0) return false
  throw new Refusal(
    'precondition',
    `hook ${hook.id} (${JSON.stringify(version.script_name)}) cannot be published: ${error.message}. Fix it or switch it off.`,
  )
}

async function markPublished(
  q: Query,
  hooksAndVersions: readonly HookWithVersion[],
  published: readonly HookWithVersion[],
) {
  const now = new Set(published.map(({ hook }) => hook.id))
  for (const { hook } of hooksAndVersions) {
    const set = now.has(hook.id)
      ? { published_version: hook.version, published_active: hook.is_active }
      : { published_version: 0, published_active: 0 as const }
    if (set.published_version === hook.published_version && set.published_active === hook.published_active) continue
    await q.updateTable('hooks').set(set).where('id', '=', hook.id).execute()
  }
}
