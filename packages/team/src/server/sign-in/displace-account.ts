/**
 * Anyone can create an account with any address, because invitations are links. So an account with a password does not prove
 * that its address belongs to its owner, and it must not keep the real owner of the address out.
 */
import type { Context } from '../context.ts'
import { findMembership } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import type { AccountChange } from './account-change.ts'
import type { ProviderConfig } from './config.ts'
import { SignInFailure } from './failure.ts'
import { readIdentities } from './identities.ts'

type Account = Row<'accounts'>

/**
 * Gives another address to an account with an unverified address. It keeps its password, sessions and teams. Throws
 * if the account is in the provider's team (its owner must link the provider) or if a provider has verified the address.
 */
export async function displaceAccount(
  q: Query,
  context: Context,
  { id: provider, team }: ProviderConfig,
  account: Account,
): Promise<AccountChange> {
  const isMember = (await findMembership(q, team, account.id)) !== undefined
  if (isMember || (await isVerified(q, context, account))) throw new SignInFailure('exists')
  const { id, email: from } = account
  // No mail server can have this domain (RFC 2606).
  const email = `displaced-${id}@hookline.invalid`
  await q.updateTable('accounts').set({ email }).where('id', '=', id).execute()
  const event = { actor: `identity provider ${provider}`, action: 'account.displaced', target: email, detail: { from } }
  return { account: { ...account, email }, event, formerEmail: from }
}

/** What the account has created in its teams names its author by the address, and ends with the author. Call it across teams. */
export async function renameAuthor(q: Query, accountId: string, from: string, author: string): Promise<void> {
  const members = await q.selectFrom('members').select('team_id').where('account_id', '=', accountId).execute()
  const teams = members.map(({ team_id }) => team_id)
  if (teams.length === 0) return
  for (const table of ['service_tokens', 'links', 'codes'] as const)
    await q.updateTable(table).set({ author }).where('author', '=', from).where('team_id', 'in', teams).execute()
}

async function isVerified(q: Query, { providers }: Context, { id, email, password_hash }: Account): Promise<boolean> {
  if (password_hash === '') return true
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const identities = await readIdentities(q, id)
  return identities.some((identity) =>
    providers.some(({ config }) => config.id === identity.provider && config.domains.includes(domain)),
  )
}
