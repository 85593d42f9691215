/** The security keys and recovery codes of a user's own account. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { type Confirmation, confirmOwner, type OwnSession, requirePasswordSession } from './confirm-owner.ts'
import { endWithoutFactor, markSession, recordChange } from './own-account.ts'
import { countRecoveryCodes, createRecoveryCodes } from './recovery-codes.ts'
import { findKey, readKeyName, verifyRegistration } from './security-keys.ts'
import { hasSecondFactor } from './sign-in.ts'

type Account = Row<'accounts'>

/** Returns recovery codes with the first second factor. They are shown once. */
export async function addKey(
  session: OwnSession,
  challenge: string,
  response: string,
  requestedName: string,
): Promise<readonly string[]> {
  const { context, account } = session
  requirePasswordSession(session)
  const name = readKeyName(requestedName)
  const key = await verifyRegistration(context, challenge, response)
  const now = context.now()
  return context.store.acrossTeams(async (q) => {
    const isFirst = !(await hasSecondFactor(q, account))
    const inserted = await q
      .insertInto('security_keys')
      .values({ ...key, account_id: account.id, name, created_at: now, used_at: 0 })
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) throw new Refusal('exists', 'this security key is already registered')
    await markSession(q, session, isFirst)
    await recordKey(q, context, account, 'account.key-added', name)
    return (await countRecoveryCodes(q, account.id)) === 0 ? createRecoveryCodes(q, account.id) : []
  })
}

const recordKey = (q: Query, { now }: Context, { id, email }: Account, action: string, name: string) =>
  recordInAllTeams(q, id, now(), { actor: email, action, target: email, detail: { name } })

export async function renameKey(context: Context, account: Account, id: string, requestedName: string): Promise<void> {
  const name = readKeyName(requestedName)
  await context.store.acrossTeams(async (q) => {
    await findKey(q, account.id, id)
    await q.updateTable('security_keys').set({ name }).where('id', '=', id).execute()
    await recordKey(q, context, account, 'account.key-renamed', name)
  })
}

export async function removeKey(session: OwnSession, id: string, confirmation: Confirmation): Promise<void> {
  const { context, account } = session
  await confirmOwner(session, confirmation)
  await context.store.acrossTeams(async (q) => {
    const { name } = await findKey(q, account.id, id)
    await q.deleteFrom('security_keys').where('id', '=', id).execute()
    await endWithoutFactor(q, account.id)
    await recordKey(q, context, account, 'account.key-removed', name)
  })
}

/** Replaces the codes, for example after they were lost. */
export async function renewRecoveryCodes(session: OwnSession, confirmation: Confirmation): Promise<readonly string[]> {
  const { context, account } = session
  await confirmOwner(session, confirmation)
  return context.store.acrossTeams(async (q) => {
    if (!(await hasSecondFactor(q, account)))
      throw new Refusal('precondition', 'recovery codes replace a second factor. Set up a second factor first')
    await recordChange(q, context, account, 'account.recovery-codes-created')
    return createRecoveryCodes(q, account.id)
  })
}
