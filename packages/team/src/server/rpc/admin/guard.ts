/**
 * Stands before every method of the admin service: who asks, is it their team, does their role suffice. A team that is not
 * theirs is answered like one that does not exist.
 */
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { AdminService } from '../../../wire/index.ts'
import { type Actor, suffices } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { roleOf } from '../../store/accounts.ts'
import { isTeamId, type Role } from '../../store/index.ts'
import { whoAsks } from '../who.ts'
import { rights } from './rights.ts'

const key = createContextKey<Actor | undefined>(undefined, { description: 'who asks, for which team' })

export function actorOf(handler: HandlerContext): Actor {
  const actor = handler.values.get(key)
  if (actor === undefined) throw new Error('a method of the admin service was called past its guard')
  return actor
}

export const guard =
  (context: Context): Interceptor =>
  (next) =>
  async (request) => {
    if (request.service.typeName !== AdminService.typeName) return next(request)
    const team = request.stream ? undefined : (request.message as { teamId?: unknown }).teamId
    const least = (rights as Readonly<Record<string, Role>>)[request.method.localName]
    if (typeof team !== 'string' || least === undefined) throw notFound()
    request.contextValues.set(key, await admit(context, request.header, team, least))
    return next(request)
  }

const admit = ({ store, now }: Context, headers: Headers, team: string, least: Role): Promise<Actor> =>
  store.acrossTeams(async (q) => {
    const { account, token } = await whoAsks(q, headers, now())
    if (!isTeamId(team) || (token !== undefined && token.team !== team)) throw notFound()
    const role = await roleOf(q, team, account.id)
    if (role === undefined) throw notFound()
    if (!suffices(role, least)) throw new Refusal('forbidden', `this needs the role ${least}; yours is ${role}`)
    const name = token === undefined ? account.email : `${account.email} (token ${token.name})`
    return { team, accountId: account.id, email: account.email, name, role }
  })
