/** Tokens of administrators: a program acts with its owner's rights in one team. */

import type { Context } from '../context.ts'
import { notFound } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { shorten } from '../shorten.ts'
import { recordEvent } from '../store/audit-log.ts'
import { isTeamId, type Query } from '../store/index.ts'
import type { PersonIdentity } from './identity.ts'

/** Checks in the transaction that the person may act in the team. Throws if not. */
type Authorize = (q: Query) => Promise<unknown>

export async function createToken(
  { store, now }: Context,
  { account, hasSecondFactor, provider }: PersonIdentity,
  team: string,
  requestedName: string,
  authorize: Authorize,
): Promise<string> {
  if (!isTeamId(team)) throw notFound()
  const token = `hlt_${newSecret()}`
  const name = shorten(requestedName.trim(), 100) || 'token'
  await store.inTeam(team, async (q) => {
    const id = newId()
    // Lock the audit log first: if the member is being removed, the removal completes before the check below.
    await recordEvent(q, team, now(), { actor: account.email, action: 'token.created', target: name, detail: { id } })
    await authorize(q)
    const times = { created_at: now(), used_at: 0 }
    const source = { provider, second_factor: hasSecondFactor ? 1 : 0 } as const
    await q
      .insertInto('tokens')
      .values({ team_id: team, id, hash: hashOf(token), account_id: account.id, name, ...times, ...source })
      .execute()
  })
  return token
}

/** Returns the newest tokens first. Inside a team transaction: all tokens of the team. Across teams: pass an account. */
export function readTokens(q: Query, accountId?: string) {
  const query = q
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
  return (accountId === undefined ? query : query.where('tokens.account_id', '=', accountId)).execute()
}

interface Revoker {
  /** The name in the audit log. */
  readonly actor: string
  readonly accountId?: string
  readonly authorize?: Authorize
}

/** With `accountId`, revokes only a token of that account. */
export async function revokeToken(
  { store, now }: Context,
  team: string,
  tokenId: string,
  { actor, accountId, authorize }: Revoker,
): Promise<void> {
  if (!isTeamId(team)) throw notFound()
  await store.inTeam(team, async (q) => {
    await authorize?.(q)
    const row = (await readTokens(q, accountId)).find(({ id }) => id === tokenId)
    if (row === undefined) throw notFound()
    const detail = { id: tokenId, of: row.email }
    await recordEvent(q, team, now(), { actor, action: 'token.revoked', target: row.name, detail })
    await q.deleteFrom('tokens').where('id', '=', tokenId).execute()
  })
}
