/** A link becomes a membership: of a new account, or of one that is there and proves itself. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { newId } from '../secrets.ts'
import { accountByEmail, foldEmail, roleOf } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import { append } from '../store/journal.ts'
import { lockTeam } from '../store/teams.ts'
import { isEmail } from './email.ts'
import { findLink, usedUp, useLink } from './links.ts'
import { hashPassword } from './passwords.ts'
import { proveAccount } from './sign-in.ts'

export interface Acceptance {
  readonly secret: string
  readonly email: string
  readonly password: string
  readonly teamName: string
  readonly totp: string
}

export async function accept(context: Context, options: Acceptance, address: string): Promise<Row<'accounts'>> {
  const { store, now } = context
  const email = foldEmail(options.email)
  const [link, known] = await store.acrossTeams(
    async (q) => [await findLink(q, options.secret, now()), await accountByEmail(q, email)] as const,
  )
  if (link === undefined) throw usedUp()
  if (!isEmail(email)) throw new Refusal('invalid', 'that is no e-mail address')
  if (link.email !== '' && link.email !== email)
    throw new Refusal('invalid', 'this invitation is for another e-mail address')
  const account =
    known === undefined
      ? newAccount(email, await hashPassword(options.password), now())
      : await proveAccount(context, { email, password: options.password, totp: options.totp }, address)
  if (account === 'totp-needed')
    throw new Refusal('precondition', 'this account has a second factor: the code is missing')
  await store.inTeam(link.team_id, (q) =>
    join(q, context, { link, account, isNew: known === undefined }, options.teamName),
  )
  return account
}

interface Joining {
  readonly link: Row<'links'>
  readonly account: Row<'accounts'>
  readonly isNew: boolean
}

async function join(q: Query, { now }: Context, { link, account, isNew }: Joining, teamName: string): Promise<void> {
  // The team first, as everywhere: two who lock in another order wait for each other.
  await lockTeam(q)
  await useLink(q, link)
  if ((await roleOf(q, link.team_id, account.id)) !== undefined)
    throw new Refusal('exists', 'this account is in the team already')
  if (isNew) await insertAccount(q, account)
  const name = teamName.trim().slice(0, 100)
  if (link.kind === 'owner' && name !== '') await q.updateTable('teams').set({ name }).execute()
  await q
    .insertInto('members')
    .values({ team_id: link.team_id, account_id: account.id, role: link.role, joined_at: now() })
    .execute()
  const detail = { role: link.role, by: link.author }
  await append(q, link.team_id, now(), { actor: account.email, action: 'member.joined', target: account.email, detail })
}

async function insertAccount(q: Query, account: Row<'accounts'>): Promise<void> {
  const made = await q
    .insertInto('accounts')
    .values(account)
    .onConflict((c) => c.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) throw new Refusal('conflict', 'an account of this address was made meanwhile: try again')
}

const newAccount = (email: string, password_hash: string, created_at: number): Row<'accounts'> => ({
  id: newId(),
  email,
  password_hash,
  totp_secret: null,
  totp_confirmed: 0,
  totp_step: 0,
  created_at,
})
