/** Files of the signed repository that no machine asks for any more. Roots stay for ever: a machine may come back after years. */
import type { Context } from '../context.ts'
import { fileAt } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { targetPath } from './repository.ts'
import { partOf } from './tuf.ts'

const dayMs = 24 * 3_600_000
/** What is kept of each kind of metadata: the newest ones, and all that was current within these days. */
export const kept = { newest: 3, days: 7 } as const

interface Stored {
  readonly path: string
  readonly changed_at: number
}

/** Every hour, by each replica: the second one finds nothing. */
export async function pruneRepositories(context: Context): Promise<void> {
  const teams = await context.store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  for (const { id } of teams) await context.store.inTeam(id, (q) => prune(q, context.now()))
}

async function prune(q: Query, now: number): Promise<void> {
  // Nobody publishes meanwhile: a script that goes may be one that comes back.
  await lockTeam(q)
  const files = await q.selectFrom('files').select(['path', 'changed_at']).execute()
  const [targets, snapshots] = [divided(files, 'targets', now), divided(files, 'snapshot', now)]
  const named = new Set<string>()
  for (const path of targets.current) for (const one of targetsIn(await fileAt(q, path))) named.add(one)
  const scripts = files.filter(({ path }) => path.startsWith('targets/') && !named.has(path)).map(({ path }) => path)
  const gone = [...targets.old, ...snapshots.old, ...scripts]
  for (let from = 0; from < gone.length; from += 500)
    await q
      .deleteFrom('files')
      .where('path', 'in', gone.slice(from, from + 500))
      .execute()
}

/** A file is current until the next of its kind is written. */
function divided(files: readonly Stored[], kind: 'targets' | 'snapshot', now: number) {
  const isOne = new RegExp(`^\\d+\\.${kind}\\.json$`)
  const newestFirst = files
    .filter(({ path }) => isOne.test(path))
    .toSorted((one, other) => Number.parseInt(other.path, 10) - Number.parseInt(one.path, 10))
  const until = (at: number): number => newestFirst[at - 1]?.changed_at ?? now
  const isKept = (at: number): boolean => at < kept.newest || until(at) > now - kept.days * dayMs
  return {
    current: newestFirst.filter((_, at) => isKept(at)).map(({ path }) => path),
    old: newestFirst.filter((_, at) => !isKept(at)).map(({ path }) => path),
  }
}

function targetsIn(metadata: Uint8Array | undefined): readonly string[] {
  if (metadata === undefined) return []
  const list = (partOf(metadata) as { targets: Record<string, { hashes: { sha256: string } }> }).targets
  return Object.entries(list).map(([name, { hashes }]) => targetPath(name, hashes.sha256))
}
