/** Accounts: signing in and out, the second factor, tokens. */
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { AccountService } from '../../wire/index.ts'
import { accept } from '../accounts/accept.ts'
import { changePassword, confirmTotp, removeOwnTotp } from '../accounts/own-account.ts'
import { endOneSession, endOtherSessions, readSessions, type ShownSession } from '../accounts/own-sessions.ts'
import { serviceTokenLabel } from '../accounts/service-tokens.ts'
import { beginSession, clearedCookie, endSession, readSessionSecret, sessionCookie } from '../accounts/sessions.ts'
import { proveAccount } from '../accounts/sign-in.ts'
import { createToken, readTokens, revokeToken } from '../accounts/tokens.ts'
import { beginTotp } from '../accounts/totp.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../secrets.ts'
import { readIdentities } from '../sign-in/identities.ts'
import { findAccount, listTeams, readTeam } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import { isoTime } from './admin/methods.ts'
import { addressOf, authenticate, authenticatePerson, type ServiceIdentity } from './authenticate.ts'
import { createProviderMethods, toIdentityMessage } from './providers.ts'
import { toTokenMessage } from './token-message.ts'

export const addAccountService = (router: ConnectRouter, context: Context): void => {
  router.service(AccountService, createMethods(context))
}

function createMethods(context: Context): ServiceImpl<typeof AccountService> {
  const { store, now } = context
  const getPerson = (handler: HandlerContext) =>
    store.acrossTeams((q) => authenticatePerson(q, handler.requestHeader, now()))
  return {
    async accept(options, handler) {
      const account = await accept(context, options, addressOf(handler, context))
      return startSession(context, account, handler)
    },
    async signIn(credentials, handler) {
      const account = await proveAccount(context, credentials, addressOf(handler, context))
      return account === 'totp-needed'
        ? { totpNeeded: true }
        : { me: await startSession(context, account, handler), totpNeeded: false }
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
        : readMe(context, identity.account, identity.token?.team)
    },
    async changePassword({ oldPassword, newPassword }, handler) {
      const account = await changePassword(
        context,
        await getPerson(handler),
        oldPassword,
        newPassword,
        addressOf(handler, context),
      )
      return startSession(context, account, handler)
    },
    async beginTotp(_request, handler) {
      const account = await getPerson(handler)
      return { uri: await store.acrossTeams((q) => beginTotp(q, context, account)) }
    },
    async confirmTotp({ code }, handler) {
      return readMe(context, await confirmTotp(context, await getPerson(handler), code))
    },
    async removeTotp({ password }, handler) {
      return readMe(
        context,
        await removeOwnTotp(context, await getPerson(handler), password, addressOf(handler, context)),
      )
    },
    async createToken({ teamId, name }, handler) {
      return { token: await createToken(context, await getPerson(handler), teamId, name) }
    },
    async listTokens(_request, handler) {
      const { id } = await getPerson(handler)
      return { tokens: (await store.acrossTeams((q) => readTokens(q, id))).map(toTokenMessage) }
    },
    async revokeToken({ teamId, tokenId }, handler) {
      const { id, email } = await getPerson(handler)
      await revokeToken(context, teamId, tokenId, { actor: email, accountId: id })
      return {}
    },
    ...sessionMethods(context),
    ...createProviderMethods(context, (account) => readMe(context, account)),
  }
}

async function startSession(context: Context, account: Row<'accounts'>, handler: HandlerContext) {
  const { store, now } = context
  const old = readSessionSecret(handler.requestHeader.get('cookie'))
  const agent = (handler.requestHeader.get('user-agent') ?? '').slice(0, 300)
  const oldHash = old === undefined ? undefined : hashOf(old)
  const origin = { oldHash, address: addressOf(handler, context), agent }
  const secret = await store.acrossTeams((q) => beginSession(q, account.id, now(), origin))
  handler.responseHeader.set('set-cookie', sessionCookie(secret))
  return readMe(context, account)
}

async function readMe(context: Context, { id }: Row<'accounts'>, only?: string) {
  const [account, teams, identities] = await context.store.acrossTeams(
    async (q) => [await findAccount(q, id), await listTeams(q, id), await readIdentities(q, id)] as const,
  )
  const shown = teams.filter((team) => only === undefined || team.id === only)
  return {
    accountId: id,
    email: account?.email ?? '',
    totp: account?.totp_confirmed === 1,
    hasPassword: account?.password_hash !== '',
    identities: identities.map((identity) => toIdentityMessage(context, identity)),
    teams: shown.map((team) => ({
      teamId: team.id,
      teamName: team.name,
      role: team.role,
      keysReady: team.root !== null,
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
