/** Whether the newest version, or the switch, is not what machines have. */
import type { HookRow } from '../store/hooks.ts'

export function hasChanges(hook: HookRow): boolean {
  if (hook.deleted_at !== null) return hook.published_version > 0
  if (hook.published_version === 0) return true
  return hook.version !== hook.published_version || hook.is_active !== hook.published_active
}
