/** Saves drafts. Each save creates a new version, and no version is ever overwritten. */
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import { type HookWithVersion, readCurrentHooks, readVersion } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import type { Draft } from './check.ts'

export interface Save {
  /** 0 creates a new hook. */
  readonly hookId: number
  readonly draft: Draft
  readonly note: string
  readonly basedOn: number
}

export async function saveHook(q: Query, context: Context, actor: Actor, save: Save): Promise<HookWithVersion> {
  const { hookId, draft, note, basedOn } = save
  const id = hookId === 0 ? await createHook(q, context, actor.team) : hookId
  // Lock the audit log first, so that the second of two parallel saves sees the first one.
  const action = hookId === 0 ? 'hook.created' : 'hook.saved'
  const { kind, script_name, hook_step } = draft
  const detail = { ...(kind === 'script' ? {} : { kind }), script_name, hook_step, note }
  await recordEvent(q, actor.team, context.now(), { actor: actor.name, action, target: String(id), detail })
  const hook = await readActiveHook(q, id)
  if (hookId !== 0 && basedOn !== hook.version)
    throw new Refusal(
      'conflict',
      `version ${hook.version} was saved in the meantime. This edit is based on version ${basedOn}`,
    )
  await addVersion(q, context, actor, id, hook.version + 1, draft, note)
  return readHook(q, id)
}

/** Creates a new draft with the content of an old version. */
export async function restoreVersion(
  q: Query,
  context: Context,
  actor: Actor,
  id: number,
  version: number,
): Promise<HookWithVersion> {
  const detail = { version }
  await recordEvent(q, actor.team, context.now(), {
    actor: actor.name,
    action: 'hook.restored',
    target: String(id),
    detail,
  })
  const hook = await readActiveHook(q, id)
  const old = await readVersion(q, id, version)
  if (old === undefined) throw notFound()
  await addVersion(q, context, actor, id, hook.version + 1, old, `restored version ${version}`)
  return readHook(q, id)
}

export async function setHookActive(
  q: Query,
  context: Context,
  actor: Actor,
  id: number,
  isActive: boolean,
): Promise<HookWithVersion> {
  const action = isActive ? 'hook.activated' : 'hook.deactivated'
  await recordEvent(q, actor.team, context.now(), { actor: actor.name, action, target: String(id) })
  await readActiveHook(q, id)
  await q
    .updateTable('hooks')
    .set({ is_active: isActive ? 1 : 0 })
    .where('id', '=', id)
    .execute()
  return readHook(q, id)
}

/** Keeps the versions, so that the history of a team stays complete. Machines remove the hook with the next revision. */
export async function deleteHook(q: Query, context: Context, actor: Actor, id: number): Promise<void> {
  await recordEvent(q, actor.team, context.now(), { actor: actor.name, action: 'hook.deleted', target: String(id) })
  await readActiveHook(q, id)
  await q.updateTable('hooks').set({ deleted_at: context.now(), is_active: 0 }).where('id', '=', id).execute()
}

/** Reads a hook even if it is deleted. */
export async function readHook(q: Query, id: number): Promise<HookWithVersion> {
  const [hook] = await readCurrentHooks(q, id)
  if (hook === undefined) throw notFound()
  return hook
}

async function readActiveHook(q: Query, id: number) {
  const hook = await q.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (hook === undefined || hook.deleted_at !== null) throw notFound()
  return hook
}

async function createHook(q: Query, { now }: Context, team: string): Promise<number> {
  const { last_hook_id: id } = await q
    .updateTable('teams')
    .set({ last_hook_id: sql`last_hook_id + 1` })
    .returning('last_hook_id')
    .executeTakeFirstOrThrow()
  const unpublished = { published_version: 0, published_active: 0, deleted_at: null } as const
  await q
    .insertInto('hooks')
    .values({ team_id: team, id, is_active: 1, version: 0, ...unpublished, created_at: now() })
    .execute()
  return id
}

export async function addVersion(
  q: Query,
  { now }: Context,
  actor: Actor,
  id: number,
  version: number,
  draft: Draft,
  note: string,
) {
  const { kind, config, hook_step, script_name, operating_systems, matcher, timeout } = draft
  const { fail_closed, loop_limit, approvals, script_content } = draft
  const content = {
    kind,
    config,
    hook_step,
    script_name,
    operating_systems,
    matcher,
    timeout,
    fail_closed,
    loop_limit,
    approvals,
    script_content,
  }
  await q
    .insertInto('hook_versions')
    .values({ team_id: actor.team, hook_id: id, version, ...content, author: actor.email, note, created_at: now() })
    .execute()
  await q.updateTable('hooks').set({ version }).where('id', '=', id).execute()
}
