/** Administrators' tokens: a program acts with its owner's rights, in one team. */
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { roleOf } from '../store/accounts.ts'
import { isTeamId, type Query, type Row } from '../store/index.ts'
import { append } from '../store/journal.ts'

export async function createToken(
  { store, now }: Context,
  account: Row<'accounts'>,
  team: string,
  wished: string,
): Promise<string> {
  if (!isTeamId(team)) throw notFound()
  const token = `hlt_${newSecret()}`
  const name = wished.trim().slice(0, 100) || 'token'
  await store.inTeam(team, async (q) => {
    const id = newId()
    // The journal's turn first: whoever is being removed is gone by the time it is ours, and gets no token.
    await append(q, team, now(), { actor: account.email, action: 'token.created', target: name, detail: { id } })
    if ((await roleOf(q, team, account.id)) === undefined) throw notFound()
    await q
      .insertInto('tokens')
      .values({
        team_id: team,
        id,
        hash: hashOf(token),
        account_id: account.id,
        name,
        created_at: now(),
        used_at: 0,
      })
      .execute()
  })
  return token
}

/** The newest first. In a team: everybody's there; across teams: name an account. */
export function tokensOf(q: Query, accountId?: string) {
  const all = q
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .innerJoin('teams', 'teams.id', 'tokens.team_id')
    .select([
      'tokens.id',
      'tokens.team_id',
      'teams.name as team_name',
      'tokens.name',
      'accounts.email',
      'tokens.created_at',
      'tokens.used_at',
    ])
    .orderBy('tokens.created_at', 'desc')
    .orderBy('tokens.id')
  return (accountId === undefined ? all : all.where('tokens.account_id', '=', accountId)).execute()
}

/** `of`: only one of this account's; without it whoever's it is. */
export async function revokeToken(
  { store, now }: Context,
  team: string,
  tokenId: string,
  { actor, of }: { readonly actor: string; readonly of?: string },
): Promise<void> {
  if (!isTeamId(team)) throw notFound()
  await store.inTeam(team, async (q) => {
    const found = (await tokensOf(q, of)).find(({ id }) => id === tokenId)
    if (found === undefined) throw notFound()
    const detail = { id: tokenId, of: found.email }
    await append(q, team, now(), { actor, action: 'token.revoked', target: found.name, detail })
    await q.deleteFrom('tokens').where('id', '=', tokenId).execute()
  })
}
