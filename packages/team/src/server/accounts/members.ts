/** Who is in a team, and as what. A team never loses its last owner. */
import { type Actor, isRole } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { foldEmail, membersOf } from '../store/accounts.ts'
import type { Query, Role, Row } from '../store/index.ts'
import { append } from '../store/journal.ts'
import { isEmail } from './email.ts'
import { makeLink } from './links.ts'
import { endSessionsOf } from './sessions.ts'

/** An invitation sent again takes the place of the one before. */
export async function inviteMember(context: Context, actor: Actor, address: string, role: string): Promise<string> {
  const { store, now } = context
  const email = foldEmail(address)
  if (!isEmail(email)) throw new Refusal('invalid', 'that is no e-mail address')
  const as = checkedRole(role)
  return store.inTeam(actor.team, async (q) => {
    await append(q, actor.team, now(), {
      actor: actor.name,
      action: 'member.invited',
      target: email,
      detail: { role: as },
    })
    if ((await membersOf(q)).some((member) => member.email === email))
      throw new Refusal('exists', 'this address is in the team already')
    await q.deleteFrom('links').where('email', '=', email).where('kind', '=', 'invite').execute()
    return makeLink(q, actor.team, { kind: 'invite', role: as, email, author: actor.email }, now())
  })
}

export async function setRole({ store, now }: Context, actor: Actor, accountId: string, role: string) {
  const to = checkedRole(role)
  return store.inTeam(actor.team, async (q) => {
    const member = await memberToChange(q, accountId)
    const detail = { from: member.role, to }
    await append(q, actor.team, now(), { actor: actor.name, action: 'member.role', target: member.email, detail })
    if (to !== 'owner') await takeBack(q, member.email, now())
    await q.updateTable('members').set({ role: to }).where('account_id', '=', accountId).execute()
    await keepAnOwner(q)
    return { ...member, role: to }
  })
}

export async function removeMember({ store, now }: Context, actor: Actor, accountId: string): Promise<void> {
  await store.inTeam(actor.team, async (q) => {
    const member = await memberToChange(q, accountId)
    await append(q, actor.team, now(), { actor: actor.name, action: 'member.removed', target: member.email })
    await takeBack(q, member.email, now())
    await q.deleteFrom('members').where('account_id', '=', accountId).execute()
    await q.deleteFrom('tokens').where('account_id', '=', accountId).execute()
    await keepAnOwner(q)
  })
  await store.acrossTeams((q) => endWhereNoTeam(q, accountId))
}

/** Who is in no team any more is signed in nowhere. In another team they stay; here no session opens anything. */
async function endWhereNoTeam(q: Query, accountId: string): Promise<void> {
  const left = await q.selectFrom('members').select('team_id').where('account_id', '=', accountId).limit(1).execute()
  if (left.length === 0) await endSessionsOf(q, accountId)
}

/** What somebody handed out as an owner does not outlive that: invitations, codes for machines. */
async function takeBack(q: Query, author: string, now: number): Promise<void> {
  await q.deleteFrom('links').where('author', '=', author).where('kind', '=', 'invite').execute()
  await q
    .updateTable('codes')
    .set({ revoked_at: now })
    .where('author', '=', author)
    .where('revoked_at', 'is', null)
    .execute()
}

export const invitationsOf = (q: Query, now: number): Promise<Row<'links'>[]> =>
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
    await append(q, actor.team, now(), { actor: actor.name, action: 'invitation.revoked', target: email })
    const { numDeletedRows } = await q
      .deleteFrom('links')
      .where('email', '=', email)
      .where('kind', '=', 'invite')
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
  })
}

async function memberToChange(q: Query, accountId: string) {
  const member = (await membersOf(q)).find(({ account_id }) => account_id === accountId)
  if (member === undefined) throw notFound()
  return member
}

/** After the change: the journal's turn was taken, so nobody else changes members of this team meanwhile. */
async function keepAnOwner(q: Query): Promise<void> {
  const owner = await q.selectFrom('members').select('account_id').where('role', '=', 'owner').limit(1).execute()
  if (owner.length === 0) throw new Refusal('precondition', 'a team keeps an owner: make somebody else one first')
}

function checkedRole(role: string): Role {
  if (!isRole(role)) throw new Refusal('invalid', 'a role is viewer, author or owner')
  return role
}
