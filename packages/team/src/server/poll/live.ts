/** What this process knows without asking: machines, signed files, tickets. Others' changes come by looking. */
import type { Context } from '../context.ts'
import { loadMachines, type Machines } from '../devices/machines.ts'
import { createTickets, type Tickets } from '../devices/tickets.ts'
import type { Query } from '../store/index.ts'
import { readShelf, type TeamShelf } from './shelf.ts'

export interface Live {
  readonly machines: Machines
  readonly tickets: Tickets
  shelf(team: string): TeamShelf | undefined
  /** After a change of what is signed. */
  refresh(team: string): Promise<void>
  /** Reads what other replicas changed. */
  look(): Promise<void>
}

type Rim = Pick<Context, 'store' | 'seal' | 'versions' | 'now'>

export async function createLive({ store, seal, versions, now }: Rim): Promise<Live> {
  const shelves = new Map<string, TeamShelf>()
  const machines = await loadMachines(store)
  const refresh = async (team: string) => {
    const shelf = await store.inTeam(team, readShelf)
    const before = shelves.get(team)
    // Two may read at once: the older one does not take the newer one's place.
    if (shelf === undefined || (before?.versions.timestamp ?? 0) > shelf.versions.timestamp) return
    versions.note(team, shelf.versions)
    shelves.set(team, shelf)
  }
  let seen = new Map<string, Seen>()
  let lookedAt = now()
  const look = async () => {
    const began = now()
    const found = await store.acrossTeams(seenNow)
    for (const [team, { signed, journal }] of found) {
      if (seen.get(team)?.signed !== signed) await refresh(team)
      if (seen.get(team)?.journal === journal) continue
      const since = lookedAt - skewMs
      const gone = await store.inTeam(team, (q) =>
        q.selectFrom('devices').select('id').where('revoked_at', '>', since).execute(),
      )
      for (const { id } of gone) machines.revoke(id)
    }
    lookedAt = began
    seen = found
  }
  await look()
  return {
    machines,
    tickets: createTickets(seal, machines),
    shelf: (team) => shelves.get(team),
    refresh,
    look,
  }
}

/** How far apart the clocks of two replicas may be. */
const skewMs = 3_600_000

interface Seen {
  readonly signed: string
  readonly journal: number
}

/** Two numbers a team: whatever changes for machines changes one of them. */
async function seenNow(q: Query): Promise<Map<string, Seen>> {
  const rows = await q
    .selectFrom('teams')
    .leftJoin('files', (join) => join.onRef('files.team_id', '=', 'teams.id').on('files.path', '=', 'timestamp.json'))
    .select(['teams.id', 'teams.journal_sequence', 'teams.revision', 'files.changed_at'])
    .execute()
  return new Map(
    rows.map(({ id, journal_sequence, revision, changed_at }) => [
      id,
      { signed: `${revision}.${changed_at}`, journal: journal_sequence },
    ]),
  )
}
