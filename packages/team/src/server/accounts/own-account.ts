/** Changes that users make to their own account, after they have confirmed that it is theirs. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findAccount } from '../store/accounts.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { countAttempt } from './attempts.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { endAllSessions, markSecondFactor, unmarkSecondFactor } from './sessions.ts'
import { hasSecondFactor } from './sign-in.ts'
import { removeTotp, setConfirmed, useCode } from './totp.ts'

type Account = Row<'accounts'>

export interface OwnSession {
  readonly context: Context
  readonly account: Account
  /** Of the session. */
  readonly secret: string
}

/** Ends every session. The caller starts a new one. */
export async function changePassword(
  context: Context,
  account: Account,
  old: string,
  next: string,
  address: string,
): Promise<Account> {
  await verifyPassword(context, account, { password: old, address })
  const password_hash = await hashPassword(next)
  await context.store.acrossTeams(async (q) => {
    await q.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await endAllSessions(q, account.id)
    await recordChange(q, context, account, 'account.password-changed')
  })
  return account
}

export async function confirmTotp({
  context,
  account,
  secret,
  code,
}: OwnSession & { readonly code: string }): Promise<Account> {
  await countAttempt(context, [{ key: `confirm ${account.id}`, most: 10 }])
  await context.store.acrossTeams(async (q) => {
    if (!(await useCode(q, context, account, code)))
      throw new Refusal('invalid', 'the code is wrong. Check the clocks of both machines and use the next code')
    await setConfirmed(q, account.id)
    await markSecondFactor(q, secret)
    await recordChange(q, context, account, 'account.totp-added')
  })
  return account
}

export async function removeOwnTotp(context: Context, account: Account, confirmation: Confirmation): Promise<Account> {
  await verifyPassword(context, account, confirmation)
  await context.store.acrossTeams(async (q) => {
    await removeTotp(q, account.id)
    await endWithoutFactor(q, account.id)
    await recordChange(q, context, account, 'account.totp-removed')
  })
  return account
}

/** How a user shows that the session is really theirs. */
export interface Confirmation {
  readonly password: string
  readonly address: string
}

/** An account without a password has no second factor here: its identity provider asks for one. */
export function requirePassword({ password_hash }: Account): void {
  if (password_hash === '')
    throw new Refusal(
      'precondition',
      'this account signs in with an identity provider only, so the provider asks for the second factor',
    )
}

/** Without any second factor left, recovery codes are of no use, and sessions no longer count as proved. */
export async function endWithoutFactor(q: Query, accountId: string): Promise<void> {
  const account = await findAccount(q, accountId)
  if (account === undefined || (await hasSecondFactor(q, account))) return
  await deleteRecoveryCodes(q, accountId)
  await unmarkSecondFactor(q, accountId)
}

export async function verifyPassword(
  context: Context,
  account: Account,
  { password, address }: Confirmation,
): Promise<void> {
  await countAttempt(context, [{ key: `password ${account.id} ${address}`, most: 10 }])
  if (!(await isPassword(account.password_hash, password)))
    throw new Refusal('unauthenticated', 'the password is wrong')
}

export const recordChange = (q: Query, { now }: Context, { id, email }: Account, action: string): Promise<void> =>
  recordInAllTeams(q, id, now(), { actor: email, action, target: email })
