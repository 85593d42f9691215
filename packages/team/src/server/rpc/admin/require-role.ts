/**
 * Runs before every method of the admin service: authenticates the caller, checks the team and the role or scope. The response for
 * another team is the same as for a team that does not exist.
 */
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect'
import { AdminService } from '../../../wire/index.ts'
import { serviceTokenLabel } from '../../accounts/service-tokens.ts'
import { type Actor, isSufficient } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { requireProvider } from '../../sign-in/require-provider.ts'
import { findMembership } from '../../store/accounts.ts'
import { isTeamId, type Query, type Role } from '../../store/index.ts'
import { authenticate, type PersonIdentity, type ServiceIdentity } from '../authenticate.ts'
import { type Right, rights } from './rights.ts'

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
    const table: Readonly<Record<string, Right>> = rights
    const right = table[request.method.localName]
    if (typeof team !== 'string' || right === undefined) throw notFound()
    request.contextValues.set(actorKey, await findActor(context, request.header, team, right))
    return next(request)
  }

const findActor = (context: Context, headers: Headers, team: string, [least, scope]: Right): Promise<Actor> =>
  context.store.acrossTeams(async (q) => {
    const identity = await authenticate(q, headers, context.now())
    if (!isTeamId(team)) throw notFound()
    return identity.kind === 'service'
      ? toServiceActor(identity, team, scope)
      : findPersonActor(q, context, identity, team, least)
  })

async function findPersonActor(
  q: Query,
  context: Context,
  identity: PersonIdentity,
  team: string,
  least: Role,
): Promise<Actor> {
  const { account, token } = identity
  if (token !== undefined && token.team !== team) throw notFound()
  const member = await findMembership(q, team, account.id)
  if (member === undefined) throw notFound()
  await requireProvider(q, context, identity, member.managed_by)
  await requireSecondFactor(q, identity, team)
  const { role } = member
  if (!isSufficient(role, least))
    throw new Refusal('forbidden', `this action needs the role ${least}, and your role is ${role}`)
  const name = token === undefined ? account.email : `${account.email} (token ${token.name})`
  return { team, email: account.email, name, hasSecondFactor: identity.hasSecondFactor }
}

/** The policy of the team. A service token has no person and is not affected. */
async function requireSecondFactor(q: Query, { hasSecondFactor }: PersonIdentity, team: string): Promise<void> {
  if (hasSecondFactor) return
  const row = await q.selectFrom('teams').select('requires_second_factor').where('id', '=', team).executeTakeFirst()
  if (row?.requires_second_factor === 1)
    throw new Refusal(
      'forbidden',
      'this team requires a second factor. Set one up on the Account page, or sign in again with it',
    )
}

function toServiceActor({ team, name, scopes }: ServiceIdentity, asked: string, scope: Right[1]): Actor {
  if (team !== asked) throw notFound()
  if (scope === 'people')
    throw new Refusal('forbidden', 'a service token cannot do this. An owner can, after signing in')
  if (!scopes.includes(scope))
    throw new Refusal('forbidden', `this action needs the scope ${scope}, and this token has ${scopes.join(', ')}`)
  const label = serviceTokenLabel(name)
  return { team, email: label, name: label, hasSecondFactor: false }
}
