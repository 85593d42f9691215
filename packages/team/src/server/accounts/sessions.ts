/** Sessions of signed-in users. The cookie contains a secret, and the table contains its hash. */
import { hashOf, newSecret } from '../secrets.ts'
import type { Query, Row } from '../store/index.ts'

const dayMs = 24 * 3_600_000
/** The limits since the sign-in, and since the last request. */
const maxAgeMs = 7 * dayMs
const idleMs = dayMs
/** How often to update the time of the last request, because a write for every request is too much. */
const touchMs = 5 * 60_000

export const idleSince = (now: number): number => now - idleMs

const cookieName = '__Host-hookline'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export const sessionCookie = (secret: string): string =>
  `${cookieName}=${secret}; ${attributes}; Max-Age=${Math.floor(maxAgeMs / 1000)}`
export const clearedCookie = (): string => `${cookieName}=; ${attributes}; Max-Age=0`

export function readSessionSecret(cookies: string | null): string | undefined {
  const pairs = cookies?.split(';').map((cookie) => cookie.trim().split('=')) ?? []
  const secret = pairs.find(([name]) => name === cookieName)?.[1]
  return secret === undefined || secret === '' ? undefined : secret
}

export interface SessionOrigin {
  /** The secret of the browser's previous session. */
  readonly old?: string | undefined
  readonly address: string
  readonly agent: string
}

/** Creates a new secret for each sign-in and ends the browser's previous session. */
export async function beginSession(
  q: Query,
  accountId: string,
  now: number,
  { old, address, agent }: SessionOrigin,
): Promise<string> {
  if (old !== undefined) await endSession(q, old)
  await q.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  const secret = newSecret()
  const row = { account_id: accountId, created_at: now, used_at: now, expires_at: now + maxAgeMs, address, agent }
  await q
    .insertInto('sessions')
    .values({ hash: hashOf(secret), ...row })
    .execute()
  return secret
}

export const endSession = async (q: Query, secret: string): Promise<void> => {
  await q.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute()
}

export const endAllSessions = async (q: Query, accountId: string): Promise<void> => {
  await q.deleteFrom('sessions').where('account_id', '=', accountId).execute()
}

export async function findSessionAccount(q: Query, secret: string, now: number): Promise<Row<'accounts'> | undefined> {
  const hash = hashOf(secret)
  const row = await q
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('accounts')
    .select('sessions.used_at')
    .where('sessions.hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.used_at', '>', idleSince(now))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { used_at, ...account } = row
  if (used_at < now - touchMs) await q.updateTable('sessions').set({ used_at: now }).where('hash', '=', hash).execute()
  return account
}
