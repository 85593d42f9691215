/** What a person changes on the own account, once they have shown that it is theirs. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'
import { appendEverywhere } from '../store/journal.ts'
import { count } from './attempts.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import { removeTotp, setConfirmed, useCode } from './totp.ts'

type Account = Row<'accounts'>

/** Every session ends; the caller begins a new one. */
export async function changePassword(
  context: Context,
  account: Account,
  old: string,
  next: string,
  address: string,
): Promise<Account> {
  await showPassword(context, account, old, address)
  const password_hash = await hashPassword(next)
  await context.store.acrossTeams(async (q) => {
    await q.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await endSessionsOf(q, account.id)
    await note(q, context, account, 'account.password-changed')
  })
  return account
}

export async function confirmTotp(context: Context, account: Account, code: string): Promise<Account> {
  await count(context, [{ key: `confirm ${account.id}`, most: 10 }])
  await context.store.acrossTeams(async (q) => {
    if (!(await useCode(q, context, account, code)))
      throw new Refusal('invalid', 'the code is wrong: look at the clocks of both machines, and take the next code')
    await setConfirmed(q, account.id)
    await note(q, context, account, 'account.totp-added')
  })
  return account
}

export async function removeOwnTotp(
  context: Context,
  account: Account,
  password: string,
  address: string,
): Promise<Account> {
  await showPassword(context, account, password, address)
  await context.store.acrossTeams(async (q) => {
    await removeTotp(q, account.id)
    await note(q, context, account, 'account.totp-removed')
  })
  return account
}

async function showPassword(context: Context, account: Account, password: string, address: string): Promise<void> {
  await count(context, [{ key: `password ${account.id} ${address}`, most: 10 }])
  if (!(await isPassword(account.password_hash, password)))
    throw new Refusal('unauthenticated', 'the password is wrong')
}

const note = (q: Query, { now }: Context, { id, email }: Account, action: string): Promise<void> =>
  appendEverywhere(q, id, now(), { actor: email, action, target: email })
