/** Changes that users make to their own account, after they have confirmed that it is theirs. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findAccount } from '../store/accounts.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { countAttempt } from './attempts.ts'
import { type Confirmation, confirmOwner, type OwnSession, requirePasswordSession } from './confirm-owner.ts'
import { endOtherSessions } from './own-sessions.ts'
import { hashPassword } from './passwords.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { endAllSessions, markSecondFactor, unmarkSecondFactor } from './sessions.ts'
import { hasSecondFactor } from './sign-in.ts'
import { beginTotp, removeTotp, setConfirmed, useCode } from './totp.ts'

type Account = Row<'accounts'>

/** Ends every session. The caller starts a new one. Returns true if the user has proved a second factor. */
export async function changePassword(session: OwnSession, confirmation: Confirmation, next: string): Promise<boolean> {
  const { context, account } = session
  const isProved = await confirmOwner(session, confirmation)
  const password_hash = await hashPassword(next)
  await context.store.acrossTeams(async (q) => {
    await q.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await endAllSessions(q, account.id)
    await recordChange(q, context, account, 'account.password-changed')
  })
  return isProved
}

export async function beginOwnTotp(session: OwnSession, confirmation: Confirmation): Promise<string> {
  requirePasswordSession(session)
  await confirmOwner(session, confirmation)
  return session.context.store.acrossTeams((q) => beginTotp(q, session.context, session.account))
}

export async function confirmTotp(session: OwnSession, code: string): Promise<Account> {
  const { context, account } = session
  requirePasswordSession(session)
  await countAttempt(context, [{ key: `confirm ${account.id}`, most: 10 }])
  await context.store.acrossTeams(async (q) => {
    if (!(await useCode(q, context, account, code)))
      throw new Refusal('invalid', 'the code is wrong. Check the clocks of both machines and use the next code')
    const isFirst = !(await hasSecondFactor(q, account))
    await setConfirmed(q, account.id)
    await markSession(q, session, isFirst)
    await recordChange(q, context, account, 'account.totp-added')
  })
  return account
}

/** After the user has proved a new second factor. The first one ends all other sessions: they never proved any. */
export async function markSession(q: Query, { context, account, secret }: OwnSession, isFirst: boolean): Promise<void> {
  if (isFirst) await endOtherSessions(q, context, account, secret)
  await markSecondFactor(q, secret)
}

export async function removeOwnTotp(session: OwnSession, confirmation: Confirmation): Promise<Account> {
  const { context, account } = session
  await confirmOwner(session, confirmation)
  await context.store.acrossTeams(async (q) => {
    await removeTotp(q, account.id)
    await endWithoutFactor(q, account.id)
    await recordChange(q, context, account, 'account.totp-removed')
  })
  return account
}

/** Without any second factor left, recovery codes are of no use, and sessions no longer count as proved. */
export async function endWithoutFactor(q: Query, accountId: string): Promise<void> {
  const account = await findAccount(q, accountId)
  if (account === undefined || (await hasSecondFactor(q, account))) return
  await deleteRecoveryCodes(q, accountId)
  await unmarkSecondFactor(q, accountId)
}

export const recordChange = (q: Query, { now }: Context, { id, email }: Account, action: string): Promise<void> =>
  recordInAllTeams(q, id, now(), { actor: email, action, target: email })
