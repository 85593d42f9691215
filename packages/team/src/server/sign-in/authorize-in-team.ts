/**
 * The only check of what a session or a token may do in a team: the membership, the identity provider, the second factor,
 * and the role or the scope. Every method and route that reads or changes data of a team calls it.
 */
import type { Scope } from '../../wire/scopes.ts'
import type { Identity, PersonIdentity, ServiceIdentity } from '../accounts/identity.ts'
import { serviceTokenLabel } from '../accounts/service-tokens.ts'
import { type Actor, isSufficient } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { findMembership } from '../store/accounts.ts'
import { isTeamId, type Query, type Role } from '../store/index.ts'
import { requireProvider } from './require-provider.ts'

/** The least role of a person, and the scope of a service token. `programs` excludes people, and `people` excludes service tokens. */
export type Right = readonly [role: Role | 'programs', scope: Scope | 'people']

/** The response for another team is the same as for a team that does not exist. */
export async function authorizeInTeam(
  q: Query,
  context: Context,
  identity: Identity,
  team: string,
  [least, scope]: Right,
): Promise<Actor> {
  if (!isTeamId(team)) throw notFound()
  return identity.kind === 'service'
    ? toServiceActor(identity, team, scope)
    : findPersonActor(q, context, identity, team, [least, scope])
}

async function findPersonActor(
  q: Query,
  context: Context,
  identity: PersonIdentity,
  team: string,
  [least, scope]: Right,
): Promise<Actor> {
  const { account, token, hasSecondFactor } = identity
  if (token !== undefined && token.team !== team) throw notFound()
  const member = await findMembership(q, team, account.id)
  if (member === undefined) throw notFound()
  await requireProvider(q, context, identity, member)
  await requireSecondFactor(q, identity, team)
  if (least === 'programs') throw new Refusal('forbidden', `this action needs a service token with the scope ${scope}`)
  const { role } = member
  if (!isSufficient(role, least))
    throw new Refusal('forbidden', `this action needs the role ${least}, and your role is ${role}`)
  const name = token === undefined ? account.email : `${account.email} (token ${token.name})`
  return { team, email: account.email, name, hasSecondFactor }
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
