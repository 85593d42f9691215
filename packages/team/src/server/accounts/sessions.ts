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
  /** The hash of the secret of the browser's previous session. */
  readonly oldHash?: string | undefined
  readonly address: string
  readonly agent: string
  /** True if the person has proved a second factor. */
  readonly hasSecondFactor: boolean
  /** How the identity provider that identified the person can be asked again. */
  readonly provider?: {
    readonly id: string
    readonly maxAgeMs: number
    /** Sealed. */
    readonly refreshToken: Uint8Array | null
  }
}

/** Creates a new secret for each sign-in and ends the browser's previous session. */
export async function beginSession(
  q: Query,
  accountId: string,
  now: number,
  { oldHash, address, agent, provider, hasSecondFactor }: SessionOrigin,
): Promise<string> {
  if (oldHash !== undefined) await endSessionsByHash(q, [oldHash])
  await q.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  const secret = newSecret()
  const expires_at = now + Math.min(maxAgeMs, provider?.maxAgeMs ?? maxAgeMs)
  const row = { account_id: accountId, created_at: now, used_at: now, expires_at, address, agent }
  const source = { provider: provider?.id ?? '', refresh_token: provider?.refreshToken ?? null, checked_at: now }
  const second_factor = hasSecondFactor ? 1 : 0
  await q
    .insertInto('sessions')
    .values({ hash: hashOf(secret), ...row, ...source, second_factor })
    .execute()
  return secret
}

export const endSession = async (q: Query, secret: string): Promise<void> => {
  await q.deleteFrom('sessions').where('hash', '=', hashOf(secret)).execute()
}

export const endAllSessions = async (q: Query, accountId: string): Promise<void> => {
  await q.deleteFrom('sessions').where('account_id', '=', accountId).execute()
}

export const endSessionsByHash = async (q: Query, hashes: readonly string[]): Promise<void> => {
  for (const hash of hashes) await q.deleteFrom('sessions').where('hash', '=', hash).execute()
}

/** Marks the session, after its user has proved a new second factor. */
export const markSecondFactor = async (q: Query, secret: string): Promise<void> => {
  await q.updateTable('sessions').set({ second_factor: 1 }).where('hash', '=', hashOf(secret)).execute()
}

/** After the last second factor was removed. */
export const unmarkSecondFactor = async (q: Query, accountId: string): Promise<void> => {
  await q.updateTable('sessions').set({ second_factor: 0 }).where('account_id', '=', accountId).execute()
  await q.updateTable('tokens').set({ second_factor: 0 }).where('account_id', '=', accountId).execute()
}

/** Ends the sessions that an identity provider began. */
export const endProviderSessions = async (q: Query, accountId: string, provider: string): Promise<void> => {
  await q.deleteFrom('sessions').where('account_id', '=', accountId).where('provider', '=', provider).execute()
}

export interface ActiveSession {
  readonly account: Row<'accounts'>
  /** The id of the identity provider, or empty. */
  readonly provider: string
  readonly hasSecondFactor: boolean
  readonly begunAt: number
}

export async function findSession(q: Query, secret: string, now: number): Promise<ActiveSession | undefined> {
  const hash = hashOf(secret)
  const row = await q
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('accounts')
    .select(['sessions.used_at', 'sessions.provider', 'sessions.second_factor', 'sessions.created_at as begun_at'])
    .where('sessions.hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.used_at', '>', idleSince(now))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { used_at, provider, second_factor, begun_at: begunAt, ...account } = row
  if (used_at < now - touchMs) await q.updateTable('sessions').set({ used_at: now }).where('hash', '=', hash).execute()
  return { account, provider, hasSecondFactor: second_factor === 1, begunAt }
}
