/** Queries for the hooks of a team, their versions and the published revisions. */
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

export type HookRow = Row<'hooks'>
export type VersionRow = Row<'hook_versions'>
export interface HookWithVersion {
  readonly hook: HookRow
  readonly version: VersionRow
}

const selectVersions = (q: Query, which: 'version' | 'published_version') =>
  q
    .selectFrom('hooks')
    .innerJoin('hook_versions', (join) =>
      join.onRef('hook_versions.hook_id', '=', 'hooks.id').onRef('hook_versions.version', '=', `hooks.${which}`),
    )
    .orderBy('hooks.id')

/** Returns the hooks with their newest version, for administrators. */
export async function readCurrentHooks(q: Query, id?: number): Promise<readonly HookWithVersion[]> {
  let hooks = q.selectFrom('hooks').selectAll().orderBy('id')
  let versions = selectVersions(q, 'version').selectAll('hook_versions')
  if (id !== undefined) {
    hooks = hooks.where('id', '=', id)
    versions = versions.where('hooks.id', '=', id)
  }
  return joinVersions(await hooks.execute(), await versions.execute())
}

/** Returns the hooks with their published version, as machines have them. */
export async function readPublishedHooks(q: Query): Promise<readonly HookWithVersion[]> {
  const hooks = await q.selectFrom('hooks').selectAll().where('published_version', '>', 0).orderBy('id').execute()
  return joinVersions(hooks, await selectVersions(q, 'published_version').selectAll('hook_versions').execute())
}

function joinVersions(hooks: readonly HookRow[], versions: readonly VersionRow[]): readonly HookWithVersion[] {
  const byHook = new Map(versions.map((version) => [version.hook_id, version]))
  return hooks.flatMap((hook) => {
    const version = byHook.get(hook.id)
    return version === undefined ? [] : [{ hook, version }]
  })
}

const versionColumns = [
  'version',
  'kind',
  'config',
  'hook_step',
  'script_name',
  'operating_systems',
  'matcher',
  'timeout',
  'fail_closed',
  'loop_limit',
  'approvals',
  'author',
  'note',
  'created_at',
] as const

/** Returns the newest versions first, without the scripts, which can be very large together. */
export const readVersions = (q: Query, hookId: number, before: number, limit: number) =>
  q
    .selectFrom('hook_versions')
    .select(versionColumns)
    .where('hook_id', '=', hookId)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const readVersion = (q: Query, hookId: number, version: number): Promise<VersionRow | undefined> =>
  q
    .selectFrom('hook_versions')
    .selectAll()
    .where('hook_id', '=', hookId)
    .where('version', '=', version)
    .executeTakeFirst()

const revisionColumns = ['revision', 'published_at', 'author', 'note', 'hooks'] as const

/** Returns the newest revisions first. */
export const readRevisions = (q: Query, before: number, limit: number) =>
  q
    .selectFrom('revisions')
    .select(revisionColumns)
    .where('revision', '<', before)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()

export const readNewestRevision = async (q: Query) => (await readRevisions(q, Number.MAX_SAFE_INTEGER, 1))[0]
