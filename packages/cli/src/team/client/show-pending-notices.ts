/** Shows the notice about a team's first hooks at the next interactive command. */
import { mayHaveNotice, thisPlatform } from '@hookline/core/team'
import { canAsk } from '../../confirm.ts'
import type { Io } from '../../io.ts'

export async function showPendingNotices(io: Io): Promise<void> {
  if (!mayHaveNotice(thisPlatform()) || !canAsk(io)) return
  try {
    const [team, { showNotices }] = await Promise.all([import('@hookline/team/client'), import('./notice.ts')])
    await showNotices(io, team, team.thisMachine())
  } catch {
    // A problem with the team must not stop the user's command. `hookline team status` reports it.
  }
}
