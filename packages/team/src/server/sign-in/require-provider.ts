/**
 * If an identity provider manages a membership, only a sign-in with it gives access to the team. And a sign-in with an
 * identity provider gives access to the provider's own team only: it must not speak for the other teams of an account.
 */
import type { PersonIdentity } from '../accounts/identity.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'

/** How long a token works after the provider last confirmed its owner. */
const tokenMs = 7 * 24 * 3_600_000

type Membership = Pick<Row<'members'>, 'team_id' | 'managed_by'>

/** The provider of a token is the one of the session that created it. */
export async function requireProvider(
  q: Query,
  context: Context,
  { account, provider, token }: PersonIdentity,
  { team_id, managed_by }: Membership,
): Promise<void> {
  const [wanted, used] = [nameOf(context, managed_by), nameOf(context, provider)]
  if (managed_by !== '' && provider !== managed_by)
    throw new Refusal(
      'forbidden',
      token === undefined
        ? `this team needs a sign-in with ${wanted}`
        : `this token was created without ${wanted}. Sign in with ${wanted} and create a new one`,
    )
  if (provider !== '' && findConfig(context, provider)?.team !== team_id)
    throw new Refusal('forbidden', `a sign-in with ${used} does not count in this team. Sign in with your password`)
  if (token !== undefined && provider !== '' && !(await isConfirmed(q, context, account.id, provider)))
    throw new Refusal('forbidden', `this token works again after its owner has signed in with ${used}`)
}

const findConfig = ({ providers }: Context, id: string) => providers.find(({ config }) => config.id === id)?.config

const nameOf = (context: Context, id: string): string => findConfig(context, id)?.name ?? id

async function isConfirmed(q: Query, { now }: Context, accountId: string, provider: string): Promise<boolean> {
  const confirmed = await q
    .selectFrom('identities')
    .select('used_at')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('used_at', '>', now() - tokenMs)
    .executeTakeFirst()
  return confirmed !== undefined
}
