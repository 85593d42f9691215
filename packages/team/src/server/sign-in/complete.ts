/** Finishes a sign-in with an identity provider: the account, its role in the provider's team, and a session. */
import { endSessionsWithoutTeam } from '../accounts/members.ts'
import { beginSession, endProviderSessions } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query, Row } from '../store/index.ts'
import type { ProviderConfig } from './config.ts'
import { SignInFailure } from './failure.ts'
import { findIdentityAccount, findOrCreateAccount } from './find-account.ts'
import { takeFlow } from './flows.ts'
import { grantRole, type Manager, roleOfGroups, withdrawRole } from './membership.ts'
import { type Challenge, type Claims, isCancelled, type Provider } from './provider.ts'

export const flowKind = 'provider'

export interface ProviderFlow {
  readonly provider: string
  readonly challenge: Challenge
  /** The page to open afterwards. */
  readonly returnTo: string
  /** The browser's session when it began. It ends with the new session. */
  readonly oldHash: string | undefined
  /** True if a signed-in user links an identity to the account of the flow. */
  readonly isLink: boolean
}

export interface Callback {
  readonly providerId: string
  /** From the question mark on. */
  readonly query: string
  readonly flowSecret: string | undefined
  readonly address: string
  readonly agent: string
}

export interface SignedIn {
  readonly secret: string
  readonly returnTo: string
}

export async function completeSignIn(context: Context, callback: Callback): Promise<SignedIn> {
  const { store } = context
  const flow = await store.acrossTeams((q) => takeFlow<ProviderFlow>(q, context, flowKind, callback.flowSecret))
  // A response for another provider than the one that was asked is a mix-up.
  if (flow === undefined || flow.data.provider !== callback.providerId) throw new SignInFailure('expired')
  const provider = context.providers.find(({ config }) => config.id === callback.providerId)
  if (provider === undefined) throw new SignInFailure('expired')
  const { challenge, returnTo, oldHash, isLink } = flow.data
  const claims = await askProvider(provider, callback.query, challenge)
  if (isLink) await requireSession(context, oldHash)
  const account = await applyClaims(context, provider.config, claims, isLink ? flow.accountId : '')
  if (account === undefined) throw new SignInFailure('no-role')
  const { address, agent } = callback
  const refreshToken = sealRefreshToken(context, provider.config, claims)
  const source = { id: provider.config.id, maxAgeMs: provider.config.sessionMs, refreshToken }
  const secret = await store.acrossTeams((q) =>
    beginSession(q, account.id, context.now(), { oldHash, address, agent, provider: source }),
  )
  return { secret, returnTo }
}

async function askProvider(provider: Provider, query: string, challenge: Challenge): Promise<Claims> {
  try {
    return await provider.finish(query, challenge)
  } catch (thrown) {
    const detail = describe(thrown)
    throw new SignInFailure(isCancelled(thrown) ? 'cancelled' : 'refused', detail, { cause: thrown })
  }
}

/** The library puts the reason into the cause. */
function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { cause } = thrown
  return cause instanceof Error ? `${thrown.message}: ${cause.message}` : thrown.message
}

/** A link needs the session that began it: somebody may have ended it in the meantime. */
async function requireSession({ store }: Context, hash = ''): Promise<void> {
  const sessions = await store.acrossTeams((q) =>
    q.selectFrom('sessions').select('account_id').where('hash', '=', hash).execute(),
  )
  if (sessions.length === 0) throw new SignInFailure('expired')
}

export const sealRefreshToken = ({ seal }: Context, { id }: ProviderConfig, { refreshToken }: Claims) =>
  refreshToken === undefined ? null : seal.close(`refresh token ${id}`, Buffer.from(refreshToken))

/** Returns undefined if no group gives a role. The person then loses the role that the provider gave. */
export async function applyClaims(
  context: Context,
  config: ProviderConfig,
  claims: Claims,
  linkTo = '',
): Promise<Row<'accounts'> | undefined> {
  const { store } = context
  const role = roleOfGroups(config, claims.groups)
  const manager: Manager = { id: config.id, actor: `identity provider ${config.id}` }
  const account = await store
    .inTeam(config.team, async (q) => {
      if (role === undefined) return withdraw(q, context, config, claims, manager)
      const found = await findOrCreateAccount(q, context, config, claims, linkTo)
      await requireTeam(q)
      await grantRole(q, context, config.team, found, role, manager)
      return found
    })
    .catch((thrown: unknown) => {
      // Somebody created an account with this address at the same time.
      throw thrown instanceof Refusal ? new SignInFailure('exists') : thrown
    })
  if (role !== undefined) return account
  if (account !== undefined) await store.acrossTeams((q) => endSessionsWithoutTeam(q, account.id))
  return undefined
}

async function withdraw(q: Query, context: Context, config: ProviderConfig, claims: Claims, manager: Manager) {
  const account = await findIdentityAccount(q, claims)
  if (account === undefined) return undefined
  await requireTeam(q)
  await withdrawRole(q, context, config.team, account, manager)
  await endProviderSessions(q, account.id, config.id)
  return account
}

async function requireTeam(q: Query): Promise<void> {
  const teams = await q.selectFrom('teams').select('id').execute()
  if (teams.length === 0) throw new SignInFailure('refused', 'the team of the provider does not exist on this server')
}
