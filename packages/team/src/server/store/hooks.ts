/** Hooks and their versions, in a team. */
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

export type HookRow = Row<'hooks'>
export type VersionRow = Row<'hook_versions'>
export interface HookWithVersion {
  readonly hook: HookRow
  readonly version: VersionRow
}

const versioned = (q: Query, which: 'version' | 'published_version') =>
  q
    .selectFrom('hooks')
    .innerJoin('hook_versions', (join) =>
      join.onRef('hook_versions.hook_id', '=', 'hooks.id').onRef('hook_versions.version', '=', `hooks.${which}`),
    )
    .orderBy('hooks.id')

/** With their newest version: what administrators see. */
export async function currentHooks(q: Query, id?: number): Promise<readonly HookWithVersion[]> {
  let hooks = q.selectFrom('hooks').selectAll().orderBy('id')
  let versions = versioned(q, 'version').selectAll('hook_versions')
  if (id !== undefined) {
    hooks = hooks.where('id', '=', id)
    versions = versions.where('hooks.id', '=', id)
  }
  return joined(await hooks.execute(), await versions.execute())
}

/** As machines have them. */
export async function publishedHooks(q: Query): Promise<readonly HookWithVersion[]> {
  const hooks = await q.selectFrom('hooks').selectAll().where('published_version', '>', 0).orderBy('id').execute()
  return joined(hooks, await versioned(q, 'published_version').selectAll('hook_versions').execute())
}

function joined(hooks: readonly HookRow[], versions: readonly VersionRow[]): readonly HookWithVersion[] {
  const byHook = new Map(versions.map((version) => [version.hook_id, version]))
  return hooks.flatMap((hook) => {
    const version = byHook.get(hook.id)
    return version === undefined ? [] : [{ hook, version }]
  })
}

const listed = [
  'version',
  'hook_step',
  'script_name',
  'operating_systems',
  'matcher',
  'timeout',
  'fail_closed',
  'loop_limit',
  'author',
  'note',
  'created_at',
] as const

/** Newest first, without the scripts: there is no end to how much those are together. */
export const versionsBefore = (q: Query, hookId: number, before: number, limit: number) =>
  q
    .selectFrom('hook_versions')
    .select(listed)
    .where('hook_id', '=', hookId)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const versionOf = (q: Query, hookId: number, version: number): Promise<VersionRow | undefined> =>
  q
    .selectFrom('hook_versions')
    .selectAll()
    .where('hook_id', '=', hookId)
    .where('version', '=', version)
    .executeTakeFirst()
