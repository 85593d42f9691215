/** If an identity provider manages a membership, only what the provider has confirmed gives access to the team. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'

/** How long a token works after the provider last confirmed its owner. */
const tokenMs = 7 * 24 * 3_600_000

interface Caller {
  readonly account: Row<'accounts'>
  readonly provider: string
  readonly token?: object
}

export async function requireProvider(q: Query, context: Context, caller: Caller, managedBy: string): Promise<void> {
  if (managedBy === '') return
  if (caller.token === undefined && caller.provider === managedBy) return
  const label = context.providers.find(({ config }) => config.id === managedBy)?.config.name ?? managedBy
  if (caller.token === undefined) throw new Refusal('forbidden', `this team needs a sign-in with ${label}`)
  const confirmed = await q
    .selectFrom('identities')
    .select('used_at')
    .where('account_id', '=', caller.account.id)
    .where('provider', '=', managedBy)
    .where('used_at', '>', context.now() - tokenMs)
    .executeTakeFirst()
  if (confirmed === undefined)
    throw new Refusal('forbidden', `this token works again after its owner has signed in with ${label}`)
}
