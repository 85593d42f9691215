/**
 * Steps of a sign-in that need several requests. The browser that begins one gets a secret in a cookie, and only this
 * browser can finish it, once. So an attacker cannot make another browser finish a sign-in (login CSRF), and nothing can be replayed.
 */
import type { Context } from '../context.ts'
import { hashOf, newSecret } from '../secrets.ts'
import type { Query } from '../store/index.ts'

const cookieName = '__Host-hookline-sign-in'
const lifetimeMs = 10 * 60_000
/** Lax: the browser comes back from the identity provider, which is another site. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export const flowCookie = (secret: string): string =>
  `${cookieName}=${secret}; ${attributes}; Max-Age=${lifetimeMs / 1000}`
export const clearedFlowCookie = (): string => `${cookieName}=; ${attributes}; Max-Age=0`

export function readFlowSecret(cookies: string | null | undefined): string | undefined {
  const found = cookies?.split(';').find((cookie) => cookie.trim().startsWith(`${cookieName}=`))
  const secret = found?.trim().slice(cookieName.length + 1)
  return secret === '' ? undefined : secret
}

export interface Flow<T> {
  readonly accountId: string
  readonly data: T
}

/** Returns the secret for the cookie. */
export async function beginFlow<T extends object>(
  q: Query,
  { seal, now }: Context,
  kind: string,
  { accountId, data }: Flow<T>,
): Promise<string> {
  const secret = newSecret()
  const hash = hashOf(secret)
  const sealed = seal.close(`flow ${kind} ${hash}`, Buffer.from(JSON.stringify(data)))
  await q.deleteFrom('flows').where('expires_at', '<=', now()).execute()
  const row = { hash, kind, account_id: accountId, data: sealed, expires_at: now() + lifetimeMs }
  await q.insertInto('flows').values(row).execute()
  return secret
}

/** Ends the flow and returns its data. Of two parallel requests, only one gets it. The caller knows the type by the kind. */
export async function takeFlow<T>(
  q: Query,
  { seal, now }: Context,
  kind: string,
  secret: string | undefined,
): Promise<Flow<T> | undefined> {
  if (secret === undefined) return undefined
  const hash = hashOf(secret)
  const row = await q
    .deleteFrom('flows')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .returning(['account_id', 'data'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const text = Buffer.from(seal.open(`flow ${kind} ${hash}`, row.data)).toString('utf8')
  // Only `beginFlow` of the same kind can have sealed it.
  return { accountId: row.account_id, data: JSON.parse(text) as T }
}
