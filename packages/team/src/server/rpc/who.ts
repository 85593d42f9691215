/** Who asks: a person with a session, or a program with an administrator's token. */
import { createContextKey, type HandlerContext } from '@connectrpc/connect'
import { accountOfSession, secretIn } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import { accountById } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'

export interface Who {
  readonly account: Row<'accounts'>
  /** A token is for one team alone. */
  readonly token?: { readonly team: string; readonly name: string }
}

export async function whoAsks(q: Query, headers: Headers, now: number): Promise<Who> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const secret = secretIn(headers.get('cookie'))
  if (bearer !== undefined) return byToken(q, bearer, now)
  const account = secret === undefined ? undefined : await accountOfSession(q, secret, now)
  if (account === undefined) throw new Refusal('unauthenticated', 'sign in first')
  return { account }
}

const touchMs = 60_000

async function byToken(q: Query, bearer: string, now: number): Promise<Who> {
  const token = await q.selectFrom('tokens').selectAll().where('hash', '=', hashOf(bearer)).executeTakeFirst()
  const account = token === undefined ? undefined : await accountById(q, token.account_id)
  if (token === undefined || account === undefined) throw new Refusal('unauthenticated', 'this token is not valid')
  if (token.used_at < now - touchMs)
    await q.updateTable('tokens').set({ used_at: now }).where('hash', '=', token.hash).execute()
  return { account, token: { team: token.team_id, name: token.name } }
}

/** What changes an account itself is for its owner in person, not for a token. */
export async function personAsks(q: Query, headers: Headers, now: number): Promise<Row<'accounts'>> {
  const { account, token } = await whoAsks(q, headers, now)
  if (token !== undefined) throw new Refusal('forbidden', 'a token cannot do this: sign in')
  return account
}

/** The address limits are counted for. A proxy's own entry is the last; the ones before anybody can write. */
export function addressOf(handler: HandlerContext, { isBehindProxy }: Context): string {
  const forwarded = handler.requestHeader.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  if (isBehindProxy && forwarded !== undefined && forwarded !== '') return forwarded.slice(0, 64)
  return handler.values.get(peerAddress)
}

export const peerAddress = createContextKey('unknown', { description: 'the other end of the connection' })
