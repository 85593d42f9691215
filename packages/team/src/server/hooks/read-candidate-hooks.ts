/** Reads the hooks of a candidate as they were when its rollout began. Drafts that were saved since do not change them. */
import { type HookWithVersion, readCurrentHooks, readVersion } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { type CandidateHook, type RolloutRow, readCandidateList, readRunningRollout } from '../store/rollouts.ts'

export const readCandidateHooks = (q: Query, row: RolloutRow): Promise<readonly HookWithVersion[]> =>
  readListedHooks(q, readCandidateList(row))

/** Reads hooks in the versions of a list. */
export async function readListedHooks(q: Query, list: readonly CandidateHook[]): Promise<readonly HookWithVersion[]> {
  const current = new Map((await readCurrentHooks(q)).map((item) => [item.hook.id, item]))
  const hooks: HookWithVersion[] = []
  for (const { id, version, active } of list) {
    const found = current.get(id)
    if (found === undefined) continue
    const wanted = found.version.version === version ? found.version : await readVersion(q, id, version)
    if (wanted !== undefined) hooks.push({ hook: { ...found.hook, is_active: active ? 1 : 0 }, version: wanted })
  }
  return hooks
}

/** Empty if no rollout is under way. */
export async function readRunningCandidate(q: Query): Promise<readonly HookWithVersion[]> {
  const row = await readRunningRollout(q)
  return row === undefined ? [] : readCandidateHooks(q, row)
}
