/** Reports are kept for a time: by when it was, which is never after they came. Which numbers came is known without them. */
import type { Context } from '../context.ts'

const dayMs = 24 * 3_600_000
export const keptDays = 90

/** Done every hour, so that it is never much at once. */
export async function sweepReports({ store, now }: Context): Promise<void> {
  const before = now() - keptDays * dayMs
  const teams = await store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  for (const { id } of teams)
    await store.inTeam(id, async (q) => {
      await q.deleteFrom('runs').where('at', '<', before).execute()
      await q.deleteFrom('decisions').where('at', '<', before).execute()
    })
}
