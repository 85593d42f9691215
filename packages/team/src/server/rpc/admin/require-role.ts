/**
 * Runs before every method of the admin service: authenticates the caller, checks the team and the role. The response for
 * another team is the same as for a team that does not exist.
 */
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { AdminService } from '../../../wire/index.ts'
import { type Actor, isSufficient } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { findRole } from '../../store/accounts.ts'
import { isTeamId, type Role } from '../../store/index.ts'
import { authenticate } from '../authenticate.ts'
import { rights } from './rights.ts'

const actorKey = createContextKey<Actor | undefined>(undefined, { description: 'the caller and the team' })

export function getActor(handler: HandlerContext): Actor {
  const actor = handler.values.get(actorKey)
  if (actor === undefined) throw new Error('a method of the admin service was called without requireRole')
  return actor
}

export const requireRole =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    if (request.service.typeName !== AdminService.typeName) return next(request)
    // The type of the field is checked below.
    const team = request.stream ? undefined : (request.message as { teamId?: unknown }).teamId
    const roles: Readonly<Record<string, Role>> = rights
    const least = roles[request.method.localName]
    if (typeof team !== 'string' || least === undefined) throw notFound()
    request.contextValues.set(actorKey, await findActor(context, request.header, team, least))
    return next(request)
  }

const findActor = ({ store, now }: Context, headers: Headers, team: string, least: Role): Promise<Actor> =>
  store.acrossTeams(async (q) => {
    const { account, token } = await authenticate(q, headers, now())
    if (!isTeamId(team) || (token !== undefined && token.team !== team)) throw notFound()
    const role = await findRole(q, team, account.id)
    if (role === undefined) throw notFound()
    if (!isSufficient(role, least))
      throw new Refusal('forbidden', `this action needs the role ${least}, and your role is ${role}`)
    const name = token === undefined ? account.email : `${account.email} (token ${token.name})`
    return { team, accountId: account.id, email: account.email, name, role }
  })
