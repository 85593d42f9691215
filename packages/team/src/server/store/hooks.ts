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

/** Newest first. */
export const versionsOf = (q: Query, hookId: number): Promise<VersionRow[]> =>
  q.selectFrom('hook_versions').selectAll().where('hook_id', '=', hookId).orderBy('version', 'desc').execute()

export const versionOf = (q: Query, hookId: number, version: number): Promise<VersionRow | undefined> =>
  q
    .selectFrom('hook_versions')
    .selectAll()
    .where('hook_id', '=', hookId)
    .where('version', '=', version)
    .executeTakeFirst()
