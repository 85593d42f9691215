/** The members of a team and their roles. A team always has at least one owner. */
import { type Actor, isRole } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { foldEmail, readMembers } from '../store/accounts.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Role, Row } from '../store/index.ts'
import { isEmail } from './email.ts'
import { makeLink } from './links.ts'
import { revokeCodes, revokeServiceTokensOf } from './service-tokens.ts'
import { endAllSessions } from './sessions.ts'

/** A new invitation replaces the previous one for the same address. */
export async function inviteMember(context: Context, actor: Actor, address: string, role: string): Promise<string> {
  const { store, now } = context
  const email = foldEmail(address)
  if (!isEmail(email)) throw new Refusal('invalid', `${JSON.stringify(email)} is not an e-mail address`)
  const invitedRole = readRole(role)
  return store.inTeam(actor.team, async (q) => {
    await recordEvent(q, actor.team, now(), {
      actor: actor.name,
      action: 'member.invited',
      target: email,
      detail: { role: invitedRole },
    })
    if ((await readMembers(q)).some((member) => member.email === email))
      throw new Refusal('exists', 'this address is already in the team')
    await q.deleteFrom('links').where('email', '=', email).where('kind', '=', 'invite').execute()
    return makeLink(q, actor.team, { kind: 'invite', role: invitedRole, email, author: actor.email }, now())
  })
}

export async function setRole({ store, now }: Context, actor: Actor, accountId: string, role: string) {
  const newRole = readRole(role)
  return store.inTeam(actor.team, async (q) => {
    const member = await findMember(q, accountId)
    if (member.managed_by !== '')
      throw new Refusal(
        'precondition',
        `the groups of the identity provider "${member.managed_by}" decide the role of this member`,
      )
    const detail = { from: member.role, to: newRole }
    await recordEvent(q, actor.team, now(), { actor: actor.name, action: 'member.role', target: member.email, detail })
    if (newRole !== 'owner') await endGrants(q, member.email, actor.name, now())
    await q.updateTable('members').set({ role: newRole }).where('account_id', '=', accountId).execute()
    await requireOwner(q)
    return { ...member, role: newRole }
  })
}

export async function removeMember({ store, now }: Context, actor: Actor, accountId: string): Promise<void> {
  await store.inTeam(actor.team, async (q) => {
    const member = await findMember(q, accountId)
    await recordEvent(q, actor.team, now(), { actor: actor.name, action: 'member.removed', target: member.email })
    await endGrants(q, member.email, actor.name, now())
    await q.deleteFrom('members').where('account_id', '=', accountId).execute()
    await q.deleteFrom('tokens').where('account_id', '=', accountId).execute()
    await requireOwner(q)
  })
  await store.acrossTeams((q) => endSessionsWithoutTeam(q, accountId))
}

/** Ends the sessions of an account without a team. A member of another team stays signed in, but has no access to this team. */
export async function endSessionsWithoutTeam(q: Query, accountId: string): Promise<void> {
  const remaining = await q
    .selectFrom('members')
    .select('team_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .execute()
  if (remaining.length === 0) await endAllSessions(q, accountId)
}

/** Revokes the invitations, enrolment codes and service tokens that a former owner created. `actor` is the name in the audit log. */
export async function endGrants(q: Query, author: string, actor: string, now: number): Promise<void> {
  await q.deleteFrom('links').where('author', '=', author).where('kind', '=', 'invite').execute()
  await revokeCodes(q, author, now)
  await revokeServiceTokensOf(q, author, actor, now)
}

export const readInvitations = (q: Query, now: number): Promise<Row<'links'>[]> =>
  q
    .selectFrom('links')
    .selectAll()
    .where('kind', '=', 'invite')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()

export async function revokeInvitation({ store, now }: Context, actor: Actor, address: string): Promise<void> {
  const email = foldEmail(address)
  await store.inTeam(actor.team, async (q) => {
    await recordEvent(q, actor.team, now(), { actor: actor.name, action: 'invitation.revoked', target: email })
    const { numDeletedRows } = await q
      .deleteFrom('links')
      .where('email', '=', email)
      .where('kind', '=', 'invite')
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
  })
}

async function findMember(q: Query, accountId: string) {
  const member = (await readMembers(q)).find(({ account_id }) => account_id === accountId)
  if (member === undefined) throw notFound()
  return member
}

/** Call this after the change. The transaction has locked the audit log, so no other request changes the members at the same time. */
async function requireOwner(q: Query): Promise<void> {
  const owner = await q.selectFrom('members').select('account_id').where('role', '=', 'owner').limit(1).execute()
  if (owner.length === 0)
    throw new Refusal('precondition', 'a team needs at least one owner. Make another member an owner first')
}

function readRole(role: string): Role {
  if (!isRole(role)) throw new Refusal('invalid', `role must be viewer, author or owner, got ${JSON.stringify(role)}`)
  return role
}
