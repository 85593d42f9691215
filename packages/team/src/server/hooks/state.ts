/** Finds out which hooks differ from those on machines. */
import { createHash } from 'node:crypto'
import type { HookRow } from '../store/hooks.ts'

/** Hashes everything that publishing would sign, so that an author publishes exactly the state that they saw. */
export const hashState = (hooks: readonly HookRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(hooks.map(({ id, version, is_active, deleted_at }) => [id, version, is_active, deleted_at])))
    .digest('base64url')

/** True if the newest version or the switch differs from what machines have. */
export function hasChanges(hook: HookRow): boolean {
  if (hook.deleted_at !== null) return hook.published_version > 0
  if (hook.published_version === 0) return true
  return hook.version !== hook.published_version || hook.is_active !== hook.published_active
}
