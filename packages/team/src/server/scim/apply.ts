/** Applies the directory to the members of the team, in the transaction of the change. */
import { endProviderSessions } from '../accounts/sessions.ts'
import { linkUser, readUserRole } from '../sign-in/directory.ts'
import { grantRole, isLastOwner, withdrawRole } from '../sign-in/membership.ts'
import { findAccount, findAccountByEmail, findMembership } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import { ScimError } from './error.ts'
import type { ScimRequest } from './request.ts'

type User = Row<'directory_users'>

/** Returns the account whose membership may have ended. A person without an account gets the role at the first sign-in. */
export async function applyUser(q: Query, request: ScimRequest, user: User): Promise<string | undefined> {
  const { context, config, actor } = request
  const account = await findUserAccount(q, config.team, user)
  if (account === undefined) return undefined
  await linkUser(q, user.id, account.id)
  const role = await readUserRole(q, config, user)
  const manager = { id: config.id, actor: actor.name }
  if (role !== undefined) {
    await grantRole(q, context, config.team, account, role, manager)
    return undefined
  }
  await adopt(q, account.id, config.id)
  await withdrawRole(q, context, config.team, account, manager)
  await endProviderSessions(q, account.id, config.id)
  return account.id
}

/** By its account, or by the address of somebody who is already a member of this team. Other accounts are not touched. */
async function findUserAccount(q: Query, team: string, { account_id, user_name }: User) {
  if (account_id !== '') return findAccount(q, account_id)
  const account = await findAccountByEmail(q, user_name)
  return account !== undefined && (await findMembership(q, team, account.id)) !== undefined ? account : undefined
}

/** A member that an owner has invited is managed by the directory from now on. */
const adopt = (q: Query, accountId: string, provider: string) =>
  q.updateTable('members').set({ managed_by: provider }).where('account_id', '=', accountId).execute()

export async function refuseLastOwner(q: Query, { config }: ScimRequest, { account_id }: User): Promise<void> {
  const member = account_id === '' ? undefined : await findMembership(q, config.team, account_id)
  if (member?.role === 'owner' && (await isLastOwner(q, account_id)))
    throw new ScimError(409, 'this person is the last owner of the team. Make another person an owner first')
}
