/** The first hooks of a team, for the page: only a machine of a team loads the team package. */
import { mayHaveNotice, thisPlatform } from '@hookline/core/team'
import type { TeamNotice } from '@hookline/web/wire'
import { visible } from '../../plain.ts'

export async function noticesFor(): Promise<readonly TeamNotice[]> {
  if (!mayHaveNotice(thisPlatform())) return []
  try {
    const { pendingNotices, thisMachine } = await import('@hookline/team/client')
    return pendingNotices(thisMachine()).map(({ team, name, url, hooks }) => ({
      team,
      name: visible(name),
      url: visible(url),
      hooks,
    }))
  } catch {
    // Whatever is wrong with the team, how the hooks are is said: `hookline team status` says the rest.
    return []
  }
}
