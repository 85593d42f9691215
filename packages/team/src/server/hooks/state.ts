/** What of the hooks is not on machines yet. */
import { createHash } from 'node:crypto'
import type { HookRow } from '../store/hooks.ts'

/** All that publishing would sign, in one name: whoever looked at it publishes this and nothing else. */
export const stateOf = (hooks: readonly HookRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(hooks.map(({ id, version, is_active, deleted_at }) => [id, version, is_active, deleted_at])))
    .digest('base64url')

/** Whether the newest version, or the switch, is not what machines have. */
export function hasChanges(hook: HookRow): boolean {
  if (hook.deleted_at !== null) return hook.published_version > 0
  if (hook.published_version === 0) return true
  return hook.version !== hook.published_version || hook.is_active !== hook.published_active
}
