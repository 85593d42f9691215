/** The in-memory cache of this process: machines and signed files. It reads the changes of other replicas regularly. */
import type { Context } from '../context.ts'
import { loadMachines, type Machines } from '../devices/machines.ts'
import type { Query } from '../store/index.ts'
import { readTeamCache, type TeamCache } from './team-cache.ts'

export interface Cache {
  readonly machines: Machines
  forTeam(team: string): TeamCache | undefined
  /** Call this after signed files have changed. */
  refresh(team: string): Promise<void>
  /** How often signed files have changed since the start, in this replica or another. */
  countChanges(): number
  /** Reads the changes of other replicas. */
  readChanges(): Promise<void>
}

type CacheContext = Pick<Context, 'store' | 'versions' | 'now'>

export async function createCache({ store, versions, now }: CacheContext): Promise<Cache> {
  const teams = new Map<string, TeamCache>()
  const machines = await loadMachines(store)
  let changes = 0
  const refresh = async (team: string) => {
    changes += 1
    const next = await store.inTeam(team, readTeamCache)
    const before = teams.get(team)
    // Two reads can overlap. An older result must not replace a newer one.
    if (next === undefined || (before?.versions.timestamp ?? 0) > next.versions.timestamp) return
    versions.note(team, next.versions)
    teams.set(team, next)
  }
  let lastSeen = new Map<string, ChangeMarkers>()
  let readAt = now()
  const readChanges = async () => {
    const startedAt = now()
    const current = await store.acrossTeams(readMarkers)
    for (const [team, { signed, auditLog }] of current) {
      if (lastSeen.get(team)?.signed !== signed) await refresh(team)
      if (lastSeen.get(team)?.auditLog === auditLog) continue
      const since = readAt - skewMs
      const revoked = await store.inTeam(team, (q) =>
        q.selectFrom('devices').select('id').where('revoked_at', '>', since).execute(),
      )
      for (const { id } of revoked) machines.revoke(id)
    }
    readAt = startedAt
    lastSeen = current
  }
  await readChanges()
  return {
    machines,
    forTeam: (team) => teams.get(team),
    refresh,
    countChanges: () => changes,
    readChanges,
  }
}

/** The maximum difference between the clocks of two replicas. */
const skewMs = 3_600_000

interface ChangeMarkers {
  readonly signed: string
  readonly auditLog: number
}

/** Reads two markers for each team. Every change for machines changes one of them. */
async function readMarkers(q: Query): Promise<Map<string, ChangeMarkers>> {
  const rows = await q
    .selectFrom('teams')
    .leftJoin('files', (join) => join.onRef('files.team_id', '=', 'teams.id').on('files.path', '=', 'timestamp.json'))
    .select(['teams.id', 'teams.journal_sequence', 'teams.revision', 'files.changed_at'])
    .execute()
  return new Map(
    rows.map(({ id, journal_sequence, revision, changed_at }) => [
      id,
      { signed: `${revision}.${changed_at}`, auditLog: journal_sequence },
    ]),
  )
}
