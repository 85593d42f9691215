/** Reads the published hooks, as machines have them, to sign them again. */
import { type HookWithVersion, readPublishedHooks } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'

export const readHooksOnMachines = async (q: Query): Promise<readonly HookWithVersion[]> =>
  (await readPublishedHooks(q)).map(({ hook, version }) => ({
    hook: { ...hook, is_active: hook.published_active },
    version,
  }))
