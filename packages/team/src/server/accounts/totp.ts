/** The second factor: codes of an authenticator app. Each code works once. */
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'

const periodMs = 30_000
const createTotp = (secret: Uint8Array, email = '') =>
  new TOTP({ issuer: 'Hookline', label: email, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
const sealPurpose = (accountId: string) => `totp ${accountId}`

export async function beginTotp(q: Query, { seal }: Context, account: Row<'accounts'>): Promise<string> {
  if (account.totp_confirmed === 1)
    throw new Refusal('precondition', 'this account already has a second factor. Remove it first, with your password')
  const secret = new Secret({ size: 20 })
  const sealed = seal.close(sealPurpose(account.id), secret.bytes)
  await q
    .updateTable('accounts')
    .set({ totp_secret: sealed, totp_step: 0 })
    .where('id', '=', account.id)
    .where('totp_confirmed', '=', 0)
    .execute()
  return createTotp(secret.bytes, account.email).toString()
}

/** Uses up the code: the same code or an older one no longer works on any replica. */
export async function useCode(q: Query, context: Context, account: Row<'accounts'>, code: string): Promise<boolean> {
  if (account.totp_secret === null || !/^\d{6}$/.test(code.trim())) return false
  const now = context.now()
  const secret = context.seal.open(sealPurpose(account.id), account.totp_secret)
  const delta = createTotp(secret).validate({ token: code.trim(), timestamp: now, window: 1 })
  if (delta === null) return false
  const step = Math.floor(now / periodMs) + delta
  const { numUpdatedRows } = await q
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', account.id)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const setConfirmed = async (q: Query, accountId: string): Promise<void> => {
  await q.updateTable('accounts').set({ totp_confirmed: 1 }).where('id', '=', accountId).execute()
}

export const removeTotp = async (q: Query, accountId: string): Promise<void> => {
  await q
    .updateTable('accounts')
    .set({ totp_secret: null, totp_confirmed: 0, totp_step: 0 })
    .where('id', '=', accountId)
    .execute()
}
