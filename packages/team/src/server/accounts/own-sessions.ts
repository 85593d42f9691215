/** Where an account is signed in, for its owner to see and to end. */
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import type { Query, Row } from '../store/index.ts'
import { appendEverywhere } from '../store/journal.ts'
import { idleSince } from './sessions.ts'

export interface ShownSession extends Row<'sessions'> {
  /** A part of the hash: it names the session, and opens nothing. */
  readonly id: string
  readonly isThis: boolean
}

const idOf = (hash: string): string => hash.slice(0, 16)

/** Those that still open something; the one used last first. */
export async function sessionsOf(
  q: Query,
  { now }: Context,
  accountId: string,
  secret: string,
): Promise<readonly ShownSession[]> {
  const rows = await q
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now())
    .where('used_at', '>', idleSince(now()))
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const own = hashOf(secret)
  return rows.map((row) => ({ ...row, id: idOf(row.hash), isThis: row.hash === own }))
}

type Account = Row<'accounts'>

export async function endOneSession(q: Query, context: Context, account: Account, secret: string, id: string) {
  const found = (await sessionsOf(q, context, account.id, secret)).find((one) => one.id === id)
  if (found === undefined) throw notFound()
  await end(q, context, account, [found])
}

export async function endOtherSessions(q: Query, context: Context, account: Account, secret: string) {
  const others = (await sessionsOf(q, context, account.id, secret)).filter(({ isThis }) => !isThis)
  if (others.length > 0) await end(q, context, account, others)
}

async function end(q: Query, { now }: Context, { id, email }: Account, ended: readonly ShownSession[]) {
  const detail = { sessions: ended.map((one) => one.id) }
  await appendEverywhere(q, id, now(), { actor: email, action: 'account.sessions-ended', target: email, detail })
  for (const { hash } of ended) await q.deleteFrom('sessions').where('hash', '=', hash).execute()
}
