/** Applies the groups of an identity provider to the membership of an account in the provider's team. */
import { endGrants } from '../accounts/members.ts'
import type { Context } from '../context.ts'
import { findRole } from '../store/accounts.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Role, Row } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import type { ProviderConfig } from './config.ts'

/** Returns the highest role that one of the groups gives. */
export const roleOfGroups = ({ roles }: ProviderConfig, groups: readonly string[]): Role | undefined =>
  (['owner', 'author', 'viewer'] as const).find((role) => roles[role].some((group) => groups.includes(group)))

type Account = Pick<Row<'accounts'>, 'id' | 'email'>

export interface Manager {
  /** The id of the provider. */
  readonly id: string
  /** The name in the audit log. */
  readonly actor: string
}

export const managerOf = ({ id }: ProviderConfig): Manager => ({ id, actor: `identity provider ${id}` })

/** Adds the member or changes the role. From then on, the groups decide it. Call it in a transaction of the team. */
export async function grantRole(
  q: Query,
  { now }: Context,
  team: string,
  account: Account,
  role: Role,
  { id, actor }: Manager,
): Promise<void> {
  await lockTeam(q)
  const before = await findRole(q, team, account.id)
  const event = { actor, target: account.email }
  if (before === undefined) {
    await recordEvent(q, team, now(), { ...event, action: 'member.joined', detail: { role, by: id } })
    const row = { team_id: team, account_id: account.id, role, joined_at: now(), managed_by: id }
    await q.insertInto('members').values(row).execute()
    return
  }
  const member = q.updateTable('members').where('account_id', '=', account.id)
  await member.set({ managed_by: id }).execute()
  if (before === role) return
  if (before === 'owner' && (await isLastOwner(q, account.id))) return
  await recordEvent(q, team, now(), { ...event, action: 'member.role', detail: { from: before, to: role } })
  if (before === 'owner') await endGrants(q, account.email, actor, now())
  await member.set({ role }).execute()
}

/**
 * Removes the member and everything that gives access. The row of the last owner stays, because a team needs an owner, but
 * without tokens and sessions. Does nothing if another manager added the member.
 */
export async function withdrawRole(
  q: Query,
  { now }: Context,
  team: string,
  account: Account,
  { id, actor }: Manager,
): Promise<void> {
  await lockTeam(q)
  const member = await q.selectFrom('members').selectAll().where('account_id', '=', account.id).executeTakeFirst()
  if (member === undefined || member.managed_by !== id) return
  const isKept = member.role === 'owner' && (await isLastOwner(q, account.id))
  const detail = isKept ? { kept: 'the last owner of the team' } : {}
  await recordEvent(q, team, now(), { actor, action: 'member.removed', target: account.email, detail })
  await endGrants(q, account.email, actor, now())
  await q.deleteFrom('tokens').where('account_id', '=', account.id).execute()
  if (!isKept) await q.deleteFrom('members').where('account_id', '=', account.id).execute()
}

export async function isLastOwner(q: Query, accountId: string): Promise<boolean> {
  const others = q.selectFrom('members').select('account_id').where('role', '=', 'owner')
  return (await others.where('account_id', '!=', accountId).limit(1).execute()).length === 0
}
