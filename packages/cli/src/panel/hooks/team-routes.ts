/** `POST /api/team/continue` and `/logout`: answers a team's notice, as `hookline team` does in the terminal. */
import { knownTeams, nodeFiles, thisPlatform } from '@hookline/core/team'
import type { TeamLeft } from '@hookline/web/wire'
import { visible } from '../../text/plain.ts'
import { badRequest, notFound, PanelFailure } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'

export const teamRoutes: readonly Route[] = [
  // Allowed without --write: it only records that the user has seen the notice.
  { method: 'POST', path: '/api/team/continue', answer: continueWithTeam },
  { method: 'POST', path: '/api/team/logout', changes: () => true, answer: logout },
]

async function continueWithTeam(ask: PanelRequest): Promise<Record<string, never>> {
  const id = checkTeam(ask)
  const { answerNotice, thisMachine } = await import('@hookline/team/client')
  answerNotice(thisMachine(), id)
  return {}
}

async function logout(ask: PanelRequest): Promise<TeamLeft> {
  const id = checkTeam(ask)
  const { leave, TeamError, thisMachine } = await import('@hookline/team/client')
  try {
    const { name, untold } = await leave(thisMachine(), id)
    return { name: visible(name), ...(untold === undefined ? {} : { untold: visible(untold) }) }
  } catch (thrown) {
    if (!(thrown instanceof TeamError)) throw thrown
    throw new PanelFailure(409, 'team', visible(thrown.message), { next: 'hookline team status' })
  }
}

/** Returns the id if this machine is in that team. The demo must not change anything of the user's, so there it knows no team. */
function checkTeam({ scene, body: { team } }: PanelRequest): string {
  if (typeof team !== 'string') throw badRequest('team must be the id of a team')
  const known = scene.demo ? [] : knownTeams(nodeFiles, thisPlatform())
  if (!known.includes(team)) throw notFound('This machine is not in that team.', 'hookline team status')
  return team
}
