/** Accounts: signing in and out, the second factor, tokens. */
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { AccountService } from '../../wire/index.ts'
import { accept, checkLink } from '../accounts/accept.ts'
import { countAttempt } from '../accounts/attempts.ts'
import type { PersonIdentity, ServiceIdentity } from '../accounts/identity.ts'
import { beginOwnTotp, changePassword, confirmTotp, removeOwnTotp } from '../accounts/own-account.ts'
import { endOneSession, endOtherSessions, readSessions, type ShownSession } from '../accounts/own-sessions.ts'
import { countRecoveryCodes } from '../accounts/recovery-codes.ts'
import { readKeys } from '../accounts/security-keys.ts'
import { serviceTokenLabel } from '../accounts/service-tokens.ts'
import { beginSession, clearedCookie, endSession, readSessionSecret, sessionCookie } from '../accounts/sessions.ts'
import { proveAccount } from '../accounts/sign-in.ts'
import { createToken, readTokens, revokeToken } from '../accounts/tokens.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../secrets.ts'
import { authorizeInTeam } from '../sign-in/authorize-in-team.ts'
import { readIdentities } from '../sign-in/identities.ts'
import { findAccount, listTeams, readTeam } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import { isoTime } from './admin/methods.ts'
import { addressOf, authenticate, authenticatePerson, authenticateSession } from './authenticate.ts'
import { createProviderMethods, toIdentityMessage } from './providers.ts'
import { beginKeySignIn, createKeyMethods, readConfirmation, readOwnSession, toKeyMessage } from './second-factors.ts'
import { toTokenMessage } from './token-message.ts'

/** A secret cannot be guessed. This limit only prevents load from many attempts. */
const maxLinkChecks = 600

export const addAccountService = (router: ConnectRouter, context: Context): void => {
  router.service(AccountService, createMethods(context))
}

function createMethods(context: Context): ServiceImpl<typeof AccountService> {
  const { store, now } = context
  const getSession = (handler: HandlerContext) =>
    store.acrossTeams((q) => authenticateSession(q, handler.requestHeader, now()))
  const getPerson = async (handler: HandlerContext) => (await getSession(handler)).account
  /** What a member may do with their own tokens, if they have access to the team. */
  const authorizeOwn = (identity: PersonIdentity, team: string) => (q: Query) =>
    authorizeInTeam(q, context, identity, team, ['viewer', 'people'])
  return {
    async accept(options, handler) {
      const { account, secondFactor } = await accept(context, options, addressOf(handler, context))
      return startSession(context, account, handler, secondFactor === 'proved')
    },
    async checkLink({ secret }, handler) {
      await countAttempt(context, [{ key: `link from ${addressOf(handler, context)}`, most: maxLinkChecks }])
      return { kind: await checkLink(context, secret) }
    },
    async signIn(credentials, handler) {
      const { account, secondFactor } = await proveAccount(context, credentials, addressOf(handler, context))
      if (secondFactor !== 'missing')
        return { me: await startSession(context, account, handler, secondFactor === 'proved'), totpNeeded: false }
      // A code of the app or a recovery code comes with the password again. A key answers to these options.
      return { totpNeeded: true, keyOptions: await beginKeySignIn(context, handler, account.id) }
    },
    async signOut(_request, handler) {
      const secret = readSessionSecret(handler.requestHeader.get('cookie'))
      if (secret !== undefined) await store.acrossTeams((q) => endSession(q, secret))
      handler.responseHeader.set('set-cookie', clearedCookie())
      return {}
    },
    async getMe(_request, handler) {
      const identity = await store.acrossTeams((q) => authenticate(q, handler.requestHeader, now()))
      return identity.kind === 'service'
        ? describeService(context, identity)
        : readMe(context, identity, identity.token?.team)
    },
    async changePassword({ oldPassword, newPassword, totp }, handler) {
      const session = await readOwnSession(context, handler)
      const confirmation = readConfirmation(context, handler, { password: oldPassword, totp })
      const isProved = await changePassword(session, confirmation, newPassword)
      return startSession(context, session.account, handler, isProved)
    },
    async beginTotp(request, handler) {
      const session = await readOwnSession(context, handler)
      return { uri: await beginOwnTotp(session, readConfirmation(context, handler, request)) }
    },
    async confirmTotp({ code }, handler) {
      await confirmTotp(await readOwnSession(context, handler), code)
      return readMe(context, await getSession(handler))
    },
    async removeTotp(request, handler) {
      const session = await readOwnSession(context, handler)
      await removeOwnTotp(session, readConfirmation(context, handler, request))
      return readMe(context, await getSession(handler))
    },
    async createToken({ teamId, name }, handler) {
      const identity = await getSession(handler)
      return { token: await createToken(context, identity, teamId, name, authorizeOwn(identity, teamId)) }
    },
    async listTokens(_request, handler) {
      const { id } = await getPerson(handler)
      return { tokens: (await store.acrossTeams((q) => readTokens(q, id))).map(toTokenMessage) }
    },
    async revokeToken({ teamId, tokenId }, handler) {
      const identity = await getSession(handler)
      const { email, id } = identity.account
      const revoker = { actor: email, accountId: id, authorize: authorizeOwn(identity, teamId) }
      await revokeToken(context, teamId, tokenId, revoker)
      return {}
    },
    ...sessionMethods(context),
    ...createKeyMethods(context, {
      readMe: async (handler) => readMe(context, await getSession(handler)),
      startSession: (account, handler) => startSession(context, account, handler, true),
    }),
    ...createProviderMethods(context, async (handler) => readMe(context, await getSession(handler))),
  }
}

async function startSession(
  context: Context,
  account: Row<'accounts'>,
  handler: HandlerContext,
  hasSecondFactor: boolean,
) {
  const { store, now } = context
  const old = readSessionSecret(handler.requestHeader.get('cookie'))
  const agent = (handler.requestHeader.get('user-agent') ?? '').slice(0, 300)
  const oldHash = old === undefined ? undefined : hashOf(old)
  const origin = { oldHash, address: addressOf(handler, context), agent, hasSecondFactor }
  const secret = await store.acrossTeams((q) => beginSession(q, account.id, now(), origin))
  handler.responseHeader.append('set-cookie', sessionCookie(secret))
  return readMe(context, { account, hasSecondFactor })
}

type Viewer = Pick<PersonIdentity, 'account' | 'hasSecondFactor'>

async function readMe(context: Context, { account: { id }, hasSecondFactor }: Viewer, only?: string) {
  const { account, teams, identities, keys, recoveryCodes } = await context.store.acrossTeams(async (q) => ({
    account: await findAccount(q, id),
    teams: await listTeams(q, id),
    identities: await readIdentities(q, id),
    keys: await readKeys(q, id),
    recoveryCodes: await countRecoveryCodes(q, id),
  }))
  const shown = teams.filter((team) => only === undefined || team.id === only)
  return {
    accountId: id,
    email: account?.email ?? '',
    totp: account?.totp_confirmed === 1,
    hasPassword: account?.password_hash !== '',
    keys: keys.map(toKeyMessage),
    recoveryCodes,
    identities: identities.map((identity) => toIdentityMessage(context, identity)),
    teams: shown.map((team) => ({
      teamId: team.id,
      teamName: team.name,
      role: team.role,
      keysReady: team.root !== null,
      requiresSecondFactor: team.requires_second_factor === 1,
      needsSecondFactor: team.requires_second_factor === 1 && !hasSecondFactor,
    })),
  }
}

/** A program learns with this for which team its service token is. */
async function describeService({ store }: Context, { team, name }: ServiceIdentity) {
  const teams = await store.acrossTeams((q) => readTeam(q, team))
  return {
    email: serviceTokenLabel(name),
    teams: teams.map((row) => ({ teamId: row.id, teamName: row.name, role: 'service', keysReady: row.root !== null })),
  }
}

/** Lists and ends the sessions of the caller. */
type SessionMethods = Pick<ServiceImpl<typeof AccountService>, 'listSessions' | 'endSession' | 'endOtherSessions'>
type SessionWork = (q: Query, account: Row<'accounts'>, secret: string) => Promise<void>

function sessionMethods(context: Context): SessionMethods {
  const { store, now } = context
  /** Does the work, then returns the remaining sessions. */
  const listAfter = (handler: HandlerContext, work: SessionWork) =>
    store.acrossTeams(async (q) => {
      const account = await authenticatePerson(q, handler.requestHeader, now())
      const secret = readSessionSecret(handler.requestHeader.get('cookie')) ?? ''
      await work(q, account, secret)
      return { sessions: (await readSessions(q, context, account.id, secret)).map(toSessionMessage) }
    })
  return {
    listSessions: (_request, handler) => listAfter(handler, async () => {}),
    endSession: ({ sessionId }, handler) =>
      listAfter(handler, (q, account, secret) => endOneSession(q, context, account, secret, sessionId)),
    endOtherSessions: (_request, handler) =>
      listAfter(handler, (q, account, secret) => endOtherSessions(q, context, account, secret)),
  }
}

const toSessionMessage = ({ id, created_at, used_at, address, agent, isThis }: ShownSession) => ({
  id,
  begunAt: isoTime(created_at),
  usedAt: isoTime(used_at),
  address,
  agent,
  isThis,
})
