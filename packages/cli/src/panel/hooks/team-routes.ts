/** `POST /api/team/continue` and `/logout`: a team's notice is answered, as at the terminal. */
import { knownTeams, nodeFiles, thisPlatform } from '@hookline/core/team'
import type { TeamLeft } from '@hookline/web/wire'
import { visible } from '../../plain.ts'
import type { Ask, Route } from '../server/ask.ts'
import { badRequest, notFound, PanelFailure } from '../server/failure.ts'

export const teamRoutes: readonly Route[] = [
  // That the person was told is all it keeps: the question is ours, so the panel that only looks takes the answer.
  { method: 'POST', path: '/api/team/continue', answer: goOn },
  { method: 'POST', path: '/api/team/logout', changes: () => true, answer: logout },
]

async function goOn(ask: Ask): Promise<Record<string, never>> {
  const id = teamOf(ask)
  const { answerNotice, thisMachine } = await import('@hookline/team/client')
  answerNotice(thisMachine(), id)
  return {}
}

async function logout(ask: Ask): Promise<TeamLeft> {
  const id = teamOf(ask)
  const { leave, TeamError, thisMachine } = await import('@hookline/team/client')
  try {
    const { name, untold } = await leave(thisMachine(), id)
    return { name: visible(name), ...(untold === undefined ? {} : { untold: visible(untold) }) }
  } catch (thrown) {
    if (!(thrown instanceof TeamError)) throw thrown
    throw new PanelFailure(409, 'team', visible(thrown.message), { next: 'hookline team status' })
  }
}

/** One that this machine is in; the demonstration shows nothing of the person's, and answers nothing for them. */
function teamOf({ scene, body: { team } }: Ask): string {
  if (typeof team !== 'string') throw badRequest('team is missing')
  const known = scene.demo ? [] : knownTeams(nodeFiles, thisPlatform())
  if (!known.includes(team)) throw notFound('This machine is not in that team.', 'hookline team status')
  return team
}
