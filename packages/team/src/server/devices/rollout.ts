/** Counts how many machines have which revision. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Query } from '../store/index.ts'

const inactiveMs = 24 * 3_600_000
/** The newest revisions of which machines are counted. A machine can be far behind. */
const maxRevisions = 100

export const readRollout = ({ store, now }: Context, team: string) =>
  store.inTeam(team, async (q) => {
    const { revision } = await q.selectFrom('teams').select('revision').executeTakeFirstOrThrow()
    const rows = await enrolled(q)
      .select(({ fn }) => ['revision', fn.countAll<number>().as('devices')])
      .groupBy('revision')
      .orderBy('revision', 'desc')
      .execute()
    const refused = await count(enrolled(q).where('refused', '<>', ''))
    const inactive = await count(
      // A machine that has just enrolled has not synced yet, so its time counts from the enrolment.
      enrolled(q)
        .where('revision', '<', revision)
        .where(sql<number>`coalesce(last_sync_at, enrolled_at)`, '<', now() - inactiveMs),
    )
    return {
      revision: BigInt(revision),
      revisions: rows.slice(0, maxRevisions).map((row) => ({ revision: BigInt(row.revision), devices: row.devices })),
      devices: rows.reduce((sum, row) => sum + row.devices, 0),
      ...{ refused, inactive },
    }
  })

const enrolled = (q: Query) => q.selectFrom('devices').where('revoked_at', 'is', null)

const count = async (query: ReturnType<typeof enrolled>): Promise<number> =>
  (await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
