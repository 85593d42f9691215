/** Converts hooks between messages and database rows. */
import { type HookVersion, isHookKind } from '../../../wire/index.ts'
import type { Draft } from '../../hooks/check.ts'
import { hasChanges } from '../../hooks/state.ts'
import { Refusal } from '../../refusal.ts'
import type { HookWithVersion, VersionRow } from '../../store/hooks.ts'
import { isoTime } from './methods.ts'

/** Converts an id. An id out of range becomes -1, which no hook has. */
export const toId = (id: bigint): number => (id < 0n || id > BigInt(Number.MAX_SAFE_INTEGER) ? -1 : Number(id))

export function toDraft(draft: HookVersion | undefined): Draft {
  if (draft === undefined) throw new Refusal('invalid', 'the request has no draft')
  const { matcher, timeout, failClosed, loopLimit, approvals } = draft
  if (timeout !== undefined && !Number.isFinite(timeout))
    throw new Refusal('invalid', 'timeout must be a finite number')
  const kind = draft.kind === '' ? 'script' : draft.kind
  if (!isHookKind(kind)) throw new Refusal('invalid', `there is no kind of hook ${JSON.stringify(kind)}`)
  return {
    kind,
    config: draft.config,
    hook_step: draft.hookStep,
    script_name: draft.scriptName,
    operating_systems: JSON.stringify(draft.operatingSystems),
    matcher: matcher ?? null,
    timeout: timeout ?? null,
    fail_closed: failClosed === undefined ? null : failClosed ? 1 : 0,
    loop_limit: loopLimit ?? null,
    approvals: approvals === undefined ? null : approvals ? 1 : 0,
    script_content: draft.scriptContent,
  }
}

/** Omits optional fields that are not set, in the original protocol too. */
export const toOptionalFields = ({ matcher, timeout, fail_closed, loop_limit, approvals }: Draft) => ({
  ...(matcher === null ? {} : { matcher }),
  ...(timeout === null ? {} : { timeout }),
  ...(fail_closed === null ? {} : { failClosed: fail_closed === 1 }),
  ...(loop_limit === null ? {} : { loopLimit: loop_limit }),
  ...(approvals === null ? {} : { approvals: approvals === 1 }),
})

export const toVersionMessage = (row: Omit<VersionRow, 'team_id' | 'hook_id'>) => ({
  version: BigInt(row.version),
  kind: row.kind,
  config: row.config,
  hookStep: row.hook_step,
  scriptName: row.script_name,
  // The column holds a JSON list of strings.
  operatingSystems: JSON.parse(row.operating_systems) as string[],
  ...toOptionalFields(row),
  scriptContent: row.script_content,
  author: row.author,
  createdAt: isoTime(row.created_at),
  note: row.note,
})

export const toHookMessage = ({ hook, version }: HookWithVersion) => ({
  id: BigInt(hook.id),
  isActive: hook.is_active === 1,
  publishedVersion: BigInt(hook.published_version),
  publishedActive: hook.published_active === 1,
  current: toVersionMessage(version),
  hasChanges: hasChanges(hook),
  isDeleted: hook.deleted_at !== null,
})
