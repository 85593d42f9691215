/** Applies the directory to the members of the team, in the transaction of the change. */
import { endProviderSessions } from '../accounts/sessions.ts'
import type { ProviderConfig } from '../sign-in/config.ts'
import { linkUser, readUserRole } from '../sign-in/directory.ts'
import { grantRole, isLastOwner, withdrawRole } from '../sign-in/membership.ts'
import { findAccount, findAccountByEmail, findMembership, readMembers } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import { ScimError } from './error.ts'
import type { ScimRequest } from './request.ts'

type User = Row<'directory_users'>

/** Returns the accounts whose membership may have ended. Most people of a large directory have no account yet, so one query finds those who have. */
export async function applyUsers(q: Query, request: ScimRequest, users: readonly User[]): Promise<readonly string[]> {
  const members = new Set((await readMembers(q)).map(({ email }) => email))
  const ended: string[] = []
  for (const user of users.filter(({ account_id, user_name }) => account_id !== '' || members.has(user_name))) {
    const account = await applyUser(q, request, user)
    if (account !== undefined) ended.push(account)
  }
  return ended
}

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
  if (!(await adopt(q, config, user, account.id))) return undefined
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

/**
 * A member that an owner has invited is managed by the directory from now on. The last owner is not taken over without a
 * role, because the directory may write a person before their groups, and cannot be deactivated or lose the last group.
 */
async function adopt(q: Query, { id, team }: ProviderConfig, user: User, accountId: string): Promise<boolean> {
  const member = await findMembership(q, team, accountId)
  if (member?.role === 'owner' && (await isLastOwner(q, accountId))) {
    if (member.managed_by !== id && user.active === 1) return false
    throw new ScimError(409, 'this person is the last owner of the team. Make another person an owner first')
  }
  await q.updateTable('members').set({ managed_by: id }).where('account_id', '=', accountId).execute()
  return true
}
