/** Deletes files of the signed repository that no machine needs. Roots stay for ever, because a machine may come back after years. */
import type { Context } from '../context.ts'
import { forEachTeam } from '../each-team.ts'
import { readStoredFile } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { targetPath } from './repository.ts'
import { readSignedPart } from './tuf.ts'

const dayMs = 24 * 3_600_000
/** Keeps the newest metadata of each kind, and all that was current within these days. */
const retention = { newest: 3, days: 7 } as const

interface StoredPath {
  readonly path: string
  readonly changed_at: number
}

/** Each replica runs this every hour. Only the first one finds files to delete. */
export async function pruneRepositories(context: Context): Promise<void> {
  const teams = await context.store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  const ids = teams.map(({ id }) => id)
  await forEachTeam(context, ids, (team) => context.store.inTeam(team, (q) => prune(q, context.now())))
}

async function prune(q: Query, now: number): Promise<void> {
  // Lock the team, because a publish at the same time could use a script that is being deleted.
  await lockTeam(q)
  const files = await q.selectFrom('files').select(['path', 'changed_at']).execute()
  const [targets, snapshots] = [divideByAge(files, 'targets', now), divideByAge(files, 'snapshot', now)]
  const usedTargets = new Set<string>()
  for (const path of targets.current)
    for (const target of listTargets(await readStoredFile(q, path))) usedTargets.add(target)
  const scripts = files
    .filter(({ path }) => path.startsWith('targets/') && !usedTargets.has(path))
    .map(({ path }) => path)
  const unused = [...targets.old, ...snapshots.old, ...scripts]
  for (let from = 0; from < unused.length; from += 500)
    await q
      .deleteFrom('files')
      .where('path', 'in', unused.slice(from, from + 500))
      .execute()
}

/** Divides files of one kind into current and old ones. A file is current until the next one is written. */
function divideByAge(files: readonly StoredPath[], kind: 'targets' | 'snapshot', now: number) {
  const matchesKind = new RegExp(`^\\d+\\.${kind}\\.json$`)
  const newestFirst = files
    .filter(({ path }) => matchesKind.test(path))
    .toSorted((left, right) => Number.parseInt(right.path, 10) - Number.parseInt(left.path, 10))
  const until = (at: number): number => newestFirst[at - 1]?.changed_at ?? now
  const isKept = (at: number): boolean => at < retention.newest || until(at) > now - retention.days * dayMs
  return {
    current: newestFirst.filter((_, at) => isKept(at)).map(({ path }) => path),
    old: newestFirst.filter((_, at) => !isKept(at)).map(({ path }) => path),
  }
}

function listTargets(metadata: Uint8Array | undefined): readonly string[] {
  if (metadata === undefined) return []
  // This server has signed it in the format of TUF.
  const list = (readSignedPart(metadata) as { targets: Record<string, { hashes: { sha256: string } }> }).targets
  return Object.entries(list).map(([name, { hashes }]) => targetPath(name, hashes.sha256))
}
