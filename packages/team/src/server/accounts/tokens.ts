/** Administrators' tokens: a program acts with its owner's rights, in one team. */
import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { roleOf } from '../store/accounts.ts'
import { isTeamId, type Row } from '../store/index.ts'
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
    if ((await roleOf(q, team, account.id)) === undefined) throw notFound()
    await append(q, team, now(), { actor: account.email, action: 'token.created', target: name })
    await q
      .insertInto('tokens')
      .values({
        team_id: team,
        id: newId(),
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
