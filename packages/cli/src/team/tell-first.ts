/** At the next interactive command the person is told of a team's first hooks. */
import { mayHaveNotice, thisPlatform } from '@hookline/core/team'
import { canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'

export async function tellFirst(io: Io): Promise<void> {
  if (!mayHaveNotice(thisPlatform()) || !canAsk(io)) return
  try {
    const [team, { showNotices }] = await Promise.all([import('@hookline/team/client'), import('./notice.ts')])
    await showNotices(io, team, team.thisMachine())
  } catch {
    // Whatever is wrong with the team, the command that was asked for comes first: `hookline team status` says it.
  }
}
