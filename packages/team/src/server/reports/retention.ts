/** Deletes old reports by the time of the decision, which is never after the time of arrival. The received numbers are stored separately. */
import type { Context } from '../context.ts'

const dayMs = 24 * 3_600_000
const retentionDays = 90

/** Runs every hour, so that each run deletes few rows. */
export async function sweepReports({ store, now }: Context): Promise<void> {
  const before = now() - retentionDays * dayMs
  const teams = await store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  for (const { id } of teams)
    await store.inTeam(id, async (q) => {
      await q.deleteFrom('runs').where('at', '<', before).execute()
      await q.deleteFrom('decisions').where('at', '<', before).execute()
    })
}
