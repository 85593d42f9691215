/** Finishes a sign-in with an identity provider: the account, its role in the provider's team, and a session. */
import { endSessionsWithoutTeam } from '../accounts/members.ts'
import { beginSession, endAllSessions, endProviderSessions } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import type { AccountChange } from './account-change.ts'
import type { ProviderConfig } from './config.ts'
import { findDirectoryEntry, linkUser } from './directory.ts'
import { renameAuthor } from './displace-account.ts'
import { SignInFailure } from './failure.ts'
import { findIdentityAccount, findOrCreateAccount, readVerifiedEmail } from './find-account.ts'
import { takeFlow } from './flows.ts'
import { grantRole, type Manager, managerOf, roleOfGroups, withdrawRole } from './membership.ts'
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
  if (isLink) await requireSession(context, flow.accountId, oldHash)
  const account = await applyClaims(context, provider.config, claims, isLink ? flow.accountId : '')
  if (account === undefined) throw new SignInFailure('no-role')
  const { address, agent } = callback
  const refreshToken = sealRefreshToken(context, provider.config, claims)
  const source = { id: provider.config.id, maxAgeMs: provider.config.sessionMs, refreshToken }
  const hasSecondFactor = provider.config.asksSecondFactor || claims.hasSecondFactor
  const origin = { oldHash, address, agent, provider: source, hasSecondFactor }
  const secret = await store.acrossTeams(async (q) => {
    // The account has a new way to sign in, so the sessions from before must sign in again.
    if (isLink) await endAllSessions(q, account.id)
    return beginSession(q, account.id, context.now(), origin)
  })
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
async function requireSession({ store, now }: Context, accountId: string, hash = ''): Promise<void> {
  const session = await store.acrossTeams((q) =>
    q
      .selectFrom('sessions')
      .select('hash')
      .where('hash', '=', hash)
      .where('account_id', '=', accountId)
      .where('expires_at', '>', now())
      .executeTakeFirst(),
  )
  if (session === undefined) throw new SignInFailure('expired')
}

export const sealRefreshToken = ({ seal }: Context, { id }: ProviderConfig, { refreshToken }: Claims) =>
  refreshToken === undefined ? null : seal.close(`refresh token ${id}`, Buffer.from(refreshToken))

/** Returns undefined if the person has no role. They then lose the role that the provider gave. */
export async function applyClaims(
  context: Context,
  config: ProviderConfig,
  claims: Claims,
  linkTo = '',
): Promise<Row<'accounts'> | undefined> {
  const { store } = context
  const manager = managerOf(config)
  const { account, role, changes } = await store
    .inTeam(config.team, async (q) => {
      await requireTeam(q)
      const known = await findIdentityAccount(q, claims)
      const linked = known?.id ?? (linkTo === '' ? undefined : linkTo)
      const entry = await findDirectoryEntry(q, config, linked, readVerifiedEmail(config, claims))
      const given = entry === undefined ? roleOfGroups(config, claims.groups) : entry.role
      if (given === undefined)
        return { role: undefined, account: await withdraw(q, context, config, known, manager), changes: [] }
      const found = await findOrCreateAccount(q, context, config, claims, { known, linkTo })
      if (entry?.user !== undefined) await linkUser(q, entry.user.id, found.account.id)
      await grantRole(q, context, config.team, found.account, given, manager)
      return { role: given, ...found }
    })
    .catch((thrown: unknown) => {
      // Somebody created an account with this address at the same time.
      throw thrown instanceof Refusal ? new SignInFailure('exists') : thrown
    })
  await store.acrossTeams((q) => recordChanges(q, context, changes))
  if (role !== undefined) return account
  if (account !== undefined) await store.acrossTeams((q) => endSessionsWithoutTeam(q, account.id))
  return undefined
}

/** Now the account is also a member of the provider's team. */
async function recordChanges(q: Query, { now }: Context, changes: readonly AccountChange[]): Promise<void> {
  for (const { account, event, formerEmail } of changes) {
    await recordInAllTeams(q, account.id, now(), event)
    if (formerEmail !== undefined) await renameAuthor(q, account.id, formerEmail, account.email)
  }
}

async function withdraw(
  q: Query,
  context: Context,
  { id, team }: ProviderConfig,
  account: Row<'accounts'> | undefined,
  manager: Manager,
): Promise<Row<'accounts'> | undefined> {
  if (account === undefined) return undefined
  await withdrawRole(q, context, team, account, manager)
  await endProviderSessions(q, account.id, id)
  return account
}

async function requireTeam(q: Query): Promise<void> {
  const teams = await q.selectFrom('teams').select('id').execute()
  if (teams.length === 0) throw new SignInFailure('refused', 'the team of the provider does not exist on this server')
}
