/** The hooks as machines have them, read back for another signature. */
import { type HookWithVersion, publishedHooks } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'

export const hooksOnMachines = async (q: Query): Promise<readonly HookWithVersion[]> =>
  (await publishedHooks(q)).map(({ hook, version }) => ({
    hook: { ...hook, is_active: hook.published_active },
    version,
  }))
