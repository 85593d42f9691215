/** Changes that users make to their own account, after they have confirmed their password or code. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { countAttempt } from './attempts.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endAllSessions } from './sessions.ts'
import { removeTotp, setConfirmed, useCode } from './totp.ts'

type Account = Row<'accounts'>

/** Ends every session. The caller starts a new one. */
export async function changePassword(
  context: Context,
  account: Account,
  old: string,
  next: string,
  address: string,
): Promise<Account> {
  await verifyPassword(context, account, old, address)
  const password_hash = await hashPassword(next)
  await context.store.acrossTeams(async (q) => {
    await q.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await endAllSessions(q, account.id)
    await recordChange(q, context, account, 'account.password-changed')
  })
  return account
}

export async function confirmTotp(context: Context, account: Account, code: string): Promise<Account> {
  await countAttempt(context, [{ key: `confirm ${account.id}`, most: 10 }])
  await context.store.acrossTeams(async (q) => {
    if (!(await useCode(q, context, account, code)))
      throw new Refusal('invalid', 'the code is wrong. Check the clocks of both machines and use the next code')
    await setConfirmed(q, account.id)
    await recordChange(q, context, account, 'account.totp-added')
  })
  return account
}

export async function removeOwnTotp(
  context: Context,
  account: Account,
  password: string,
  address: string,
): Promise<Account> {
  await verifyPassword(context, account, password, address)
  await context.store.acrossTeams(async (q) => {
    await removeTotp(q, account.id)
    await recordChange(q, context, account, 'account.totp-removed')
  })
  return account
}

async function verifyPassword(context: Context, account: Account, password: string, address: string): Promise<void> {
  await countAttempt(context, [{ key: `password ${account.id} ${address}`, most: 10 }])
  if (!(await isPassword(account.password_hash, password)))
    throw new Refusal('unauthenticated', 'the password is wrong')
}

const recordChange = (q: Query, { now }: Context, { id, email }: Account, action: string): Promise<void> =>
  recordInAllTeams(q, id, now(), { actor: email, action, target: email })
