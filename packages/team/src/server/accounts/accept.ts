/** Accepts a link: adds a new account, or an existing one that signs in, to a team. */

import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { newId } from '../secrets.ts'
import { shorten } from '../shorten.ts'
import { findAccountByEmail, findRole, foldEmail } from '../store/accounts.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { isEmail } from './email.ts'
import { findLink, invalidLink, useLink } from './links.ts'
import { hashPassword } from './passwords.ts'
import { type Proof, proveAccount } from './sign-in.ts'

export interface Acceptance {
  readonly secret: string
  readonly email: string
  readonly password: string
  readonly teamName: string
  readonly totp: string
}

/** A caller who has the secret may use the link, so they may know that it exists. */
export async function checkLink({ store, now }: Context, secret: string): Promise<Row<'links'>['kind']> {
  const link = await store.acrossTeams((q) => findLink(q, secret, now()))
  if (link === undefined) throw invalidLink()
  return link.kind
}

export async function accept(context: Context, request: Acceptance, address: string): Promise<Proof> {
  const { store, now } = context
  const email = foldEmail(request.email)
  const [link, known] = await store.acrossTeams(
    async (q) => [await findLink(q, request.secret, now()), await findAccountByEmail(q, email)] as const,
  )
  if (link === undefined) throw invalidLink()
  if (!isEmail(email)) throw new Refusal('invalid', `${JSON.stringify(email)} is not an e-mail address`)
  if (link.email !== '' && link.email !== email)
    throw new Refusal('invalid', 'this invitation is for a different e-mail address')
  const proof: Proof =
    known === undefined
      ? { account: newAccount(email, await hashPassword(request.password), now()), secondFactor: 'none' }
      : await proveAccount(context, { email, password: request.password, totp: request.totp }, address)
  if (proof.secondFactor === 'missing')
    throw new Refusal('precondition', 'this account has a second factor. Enter its code, or a recovery code, too')
  const { account } = proof
  await store.inTeam(link.team_id, (q) =>
    addMember(q, context, { link, account, isNew: known === undefined }, request.teamName),
  )
  return proof
}

interface NewMember {
  readonly link: Row<'links'>
  readonly account: Row<'accounts'>
  readonly isNew: boolean
}

async function addMember(
  q: Query,
  { now }: Context,
  { link, account, isNew }: NewMember,
  teamName: string,
): Promise<void> {
  // Lock the team first, as everywhere: a different order can cause a deadlock.
  await lockTeam(q)
  await useLink(q, link)
  if ((await findRole(q, link.team_id, account.id)) !== undefined)
    throw new Refusal('exists', 'this account is already in the team')
  if (isNew) await insertAccount(q, account)
  const name = shorten(teamName.trim(), 100)
  if (link.kind === 'owner' && name !== '') await q.updateTable('teams').set({ name }).execute()
  await q
    .insertInto('members')
    .values({ team_id: link.team_id, account_id: account.id, role: link.role, joined_at: now(), managed_by: '' })
    .execute()
  const detail = { role: link.role, by: link.author }
  await recordEvent(q, link.team_id, now(), {
    actor: account.email,
    action: 'member.joined',
    target: account.email,
    detail,
  })
}

export async function insertAccount(q: Query, account: Row<'accounts'>): Promise<void> {
  const inserted = await q
    .insertInto('accounts')
    .values(account)
    .onConflict((c) => c.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined)
    throw new Refusal('conflict', 'an account with this address was created at the same time. Try again')
}

export const newAccount = (email: string, password_hash: string, created_at: number): Row<'accounts'> => ({
  id: newId(),
  email,
  password_hash,
  totp_secret: null,
  totp_confirmed: 0,
  totp_step: 0,
  created_at,
})
