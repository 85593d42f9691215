/** Who is signed in. The cookie holds a secret, the table its hash. */
import { hashOf, newSecret } from '../secrets.ts'
import type { Query, Row } from '../store/index.ts'

const dayMs = 24 * 3_600_000
/** From the sign-in, and without any request. */
const longestMs = 7 * dayMs
const idleMs = dayMs
/** Not a write for every request. */
const touchMs = 5 * 60_000

export const idleSince = (now: number): number => now - idleMs

const name = '__Host-hookline'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export const sessionCookie = (secret: string): string =>
  `${name}=${secret}; ${attributes}; Max-Age=${Math.floor(longestMs / 1000)}`
export const noCookie = (): string => `${name}=; ${attributes}; Max-Age=0`

export function secretIn(cookies: string | null): string | undefined {
  const found = cookies?.split(';').map((one) => one.trim().split('=')) ?? []
  const secret = found.find(([of]) => of === name)?.[1]
  return secret === undefined || secret === '' ? undefined : secret
}

export interface Origin {
  /** What the browser had before. */
  readonly old?: string | undefined
  readonly address: string
  readonly agent: string
}

/** A new secret for every sign-in; the one the browser had before is worth nothing any more. */
export async function beginSession(
  q: Query,
  accountId: string,
  now: number,
  { old, address, agent }: Origin,
): Promise<string> {
  if (old !== undefined) await endSession(q, old)
  await q.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  const secret = newSecret()
  const row = { account_id: accountId, created_at: now, used_at: now, expires_at: now + longestMs, address, agent }
  await q
    .insertInto('sessions')
    .values({ hash: hashOf(secret), ...row })
    .execute()
  return secret
}

export const endSession = async (q: Query, secret: string): Promise<void> => {
  await q.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute()
}

export const endSessionsOf = async (q: Query, accountId: string): Promise<void> => {
  await q.deleteFrom('sessions').where('account_id', '=', accountId).execute()
}

export async function accountOfSession(q: Query, secret: string, now: number): Promise<Row<'accounts'> | undefined> {
  const hash = hashOf(secret)
  const found = await q
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('accounts')
    .select('sessions.used_at')
    .where('sessions.hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.used_at', '>', idleSince(now))
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { used_at, ...account } = found
  if (used_at < now - touchMs) await q.updateTable('sessions').set({ used_at: now }).where('hash', '=', hash).execute()
  return account
}
