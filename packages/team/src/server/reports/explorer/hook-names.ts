/** The present names of hooks, by id. A hook of a pack or without a script has the name of its configuration. */
import type { Query } from '../../store/index.ts'

export async function readHookNames(q: Query, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const known = ids.filter((id) => id > 0)
  if (known.length === 0) return new Map()
  const rows = await q
    .selectFrom('hooks')
    .innerJoin('hook_versions', (join) =>
      join.onRef('hook_versions.hook_id', '=', 'hooks.id').onRef('hook_versions.version', '=', 'hooks.version'),
    )
    .select(['hooks.id', 'hook_versions.script_name'])
    .where('hooks.id', 'in', known)
    .execute()
  return new Map(rows.map(({ id, script_name }) => [id, script_name]))
}
