/** The sessions of an account, which its owner can list and end. */
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { endSessionsByHash, idleSince } from './sessions.ts'

export interface ShownSession extends Row<'sessions'> {
  /** A part of the hash. It identifies the session but does not grant access. */
  readonly id: string
  readonly isThis: boolean
}

const toSessionId = (hash: string): string => hash.slice(0, 16)

/** Returns the active sessions, most recently used first. */
export async function readSessions(
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
  return rows.map((row) => ({ ...row, id: toSessionId(row.hash), isThis: row.hash === own }))
}

type Account = Row<'accounts'>

export async function endOneSession(q: Query, context: Context, account: Account, secret: string, id: string) {
  const ended = (await readSessions(q, context, account.id, secret)).find((session) => session.id === id)
  if (ended === undefined) throw notFound()
  await endSessions(q, context, account, [ended])
}

export async function endOtherSessions(q: Query, context: Context, account: Account, secret: string) {
  const others = (await readSessions(q, context, account.id, secret)).filter(({ isThis }) => !isThis)
  if (others.length > 0) await endSessions(q, context, account, others)
}

async function endSessions(q: Query, { now }: Context, { id, email }: Account, sessions: readonly ShownSession[]) {
  const detail = { sessions: sessions.map((session) => session.id) }
  await recordInAllTeams(q, id, now(), { actor: email, action: 'account.sessions-ended', target: email, detail })
  await endSessionsByHash(
    q,
    sessions.map(({ hash }) => hash),
  )
}
