/** The identities that are linked to an account. */
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'

export const readIdentities = (q: Query, accountId: string): Promise<Row<'identities'>[]> =>
  q
    .selectFrom('identities')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()

/** An account must keep a way to sign in, and a membership that a provider manages needs the provider. */
export async function unlinkIdentity(q: Query, { now }: Context, account: Row<'accounts'>, provider: string) {
  const identities = await readIdentities(q, account.id)
  if (!identities.some((identity) => identity.provider === provider)) throw notFound()
  if (account.password_hash === '')
    throw new Refusal('precondition', 'this account has no password, so it needs the identity provider')
  const members = q.selectFrom('members').select('team_id').where('account_id', '=', account.id)
  if ((await members.where('managed_by', '=', provider).execute()).length > 0)
    throw new Refusal('precondition', 'a team manages your membership with this identity provider')
  await q.deleteFrom('identities').where('account_id', '=', account.id).where('provider', '=', provider).execute()
  const event = { actor: account.email, action: 'account.identity-unlinked', target: account.email }
  await recordInAllTeams(q, account.id, now(), { ...event, detail: { provider } })
}
