/** Authenticates the caller: a user with a session, a program with an administrator's token, or a program with a service token. */
import { createContextKey, type HandlerContext } from '@connectrpc/connect'
import type { Identity, PersonIdentity, ServiceIdentity } from '../accounts/identity.ts'
import { findServiceToken, readScopes, serviceTokenPrefix } from '../accounts/service-tokens.ts'
import { findSession, readSessionSecret } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import { findAccount } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'

export async function authenticate(q: Query, headers: Headers, now: number): Promise<Identity> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const secret = readSessionSecret(headers.get('cookie'))
  if (bearer?.startsWith(serviceTokenPrefix) === true) return findService(q, bearer, now)
  if (bearer !== undefined) return findByToken(q, bearer, now)
  const session = secret === undefined ? undefined : await findSession(q, secret, now)
  if (session === undefined) throw new Refusal('unauthenticated', 'sign in first')
  return { kind: 'person', ...session }
}

async function findService(q: Query, bearer: string, now: number): Promise<ServiceIdentity> {
  const row = await findServiceToken(q, bearer, now)
  if (row === undefined)
    throw new Refusal('unauthenticated', 'this service token is not valid: it was revoked or has expired')
  return { kind: 'service', team: row.team_id, name: row.name, scopes: readScopes(row) }
}

const touchMs = 60_000

async function findByToken(q: Query, bearer: string, now: number): Promise<PersonIdentity> {
  const token = await q.selectFrom('tokens').selectAll().where('hash', '=', hashOf(bearer)).executeTakeFirst()
  const account = token === undefined ? undefined : await findAccount(q, token.account_id)
  if (token === undefined || account === undefined) throw new Refusal('unauthenticated', 'this token is not valid')
  if (token.used_at < now - touchMs)
    await q.updateTable('tokens').set({ used_at: now }).where('hash', '=', token.hash).execute()
  const hasSecondFactor = token.second_factor === 1
  return {
    kind: 'person',
    account,
    provider: token.provider,
    hasSecondFactor,
    begunAt: 0,
    token: { team: token.team_id, name: token.name },
  }
}

/** Changes to an account need a session of its owner. A token is not enough. */
export async function authenticateSession(q: Query, headers: Headers, now: number): Promise<PersonIdentity> {
  const identity = await authenticate(q, headers, now)
  if (identity.kind === 'service' || identity.token !== undefined)
    throw new Refusal('forbidden', 'a token cannot do this. Sign in as a person')
  return identity
}

export const authenticatePerson = async (q: Query, headers: Headers, now: number): Promise<Row<'accounts'>> =>
  (await authenticateSession(q, headers, now)).account

/** The client address for rate limits. The proxy adds the last entry. Clients can forge the entries before it. */
export function callerAddress({ isBehindProxy }: Context, forwardedFor: string | null, peer: string): string {
  const forwarded = forwardedFor?.split(',').at(-1)?.trim() ?? ''
  return isBehindProxy && forwarded !== '' ? forwarded.slice(0, 64) : peer
}

export const addressOf = (handler: HandlerContext, context: Context): string =>
  callerAddress(context, handler.requestHeader.get('x-forwarded-for'), handler.values.get(peerAddress))

export const peerAddress = createContextKey('unknown', { description: 'the other end of the connection' })
