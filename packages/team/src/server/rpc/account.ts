/** Accounts: signing in and out, the second factor, tokens. */
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { AccountService } from '../../wire/index.ts'
import { accept } from '../accounts/accept.ts'
import { changePassword, confirmTotp, removeOwnTotp } from '../accounts/own-account.ts'
import { beginSession, endSession, noCookie, secretIn, sessionCookie } from '../accounts/sessions.ts'
import { proveAccount } from '../accounts/sign-in.ts'
import { createToken, revokeToken, tokensOf } from '../accounts/tokens.ts'
import { beginTotp } from '../accounts/totp.ts'
import type { Context } from '../context.ts'
import { accountById, listTeams } from '../store/accounts.ts'
import type { Row } from '../store/index.ts'
import { sessionMethods } from './sessions.ts'
import { tokenOf } from './token-message.ts'
import { addressOf, personAsks, whoAsks } from './who.ts'

export const account = (router: ConnectRouter, context: Context): void => {
  router.service(AccountService, methods(context))
}

function methods(context: Context): ServiceImpl<typeof AccountService> {
  const { store, now } = context
  const person = (handler: HandlerContext) => store.acrossTeams((q) => personAsks(q, handler.requestHeader, now()))
  return {
    async accept(options, handler) {
      const account = await accept(context, options, addressOf(handler, context))
      return signedIn(context, account, handler)
    },
    async signIn(credentials, handler) {
      const account = await proveAccount(context, credentials, addressOf(handler, context))
      return account === 'totp-needed'
        ? { totpNeeded: true }
        : { me: await signedIn(context, account, handler), totpNeeded: false }
    },
    async signOut(_request, handler) {
      const secret = secretIn(handler.requestHeader.get('cookie'))
      if (secret !== undefined) await store.acrossTeams((q) => endSession(q, secret))
      handler.responseHeader.set('set-cookie', noCookie())
      return {}
    },
    async getMe(_request, handler) {
      const { account, token } = await store.acrossTeams((q) => whoAsks(q, handler.requestHeader, now()))
      return me(context, account, token?.team)
    },
    async changePassword({ oldPassword, newPassword }, handler) {
      const account = await changePassword(
        context,
        await person(handler),
        oldPassword,
        newPassword,
        addressOf(handler, context),
      )
      return signedIn(context, account, handler)
    },
    async beginTotp(_request, handler) {
      const account = await person(handler)
      return { uri: await store.acrossTeams((q) => beginTotp(q, context, account)) }
    },
    async confirmTotp({ code }, handler) {
      return me(context, await confirmTotp(context, await person(handler), code))
    },
    async removeTotp({ password }, handler) {
      return me(context, await removeOwnTotp(context, await person(handler), password, addressOf(handler, context)))
    },
    async createToken({ teamId, name }, handler) {
      return { token: await createToken(context, await person(handler), teamId, name) }
    },
    async listTokens(_request, handler) {
      const { id } = await person(handler)
      return { tokens: (await store.acrossTeams((q) => tokensOf(q, id))).map(tokenOf) }
    },
    async revokeToken({ teamId, tokenId }, handler) {
      const { id, email } = await person(handler)
      await revokeToken(context, teamId, tokenId, { actor: email, of: id })
      return {}
    },
    ...sessionMethods(context),
  }
}

async function signedIn(context: Context, account: Row<'accounts'>, handler: HandlerContext) {
  const { store, now } = context
  const old = secretIn(handler.requestHeader.get('cookie'))
  const agent = (handler.requestHeader.get('user-agent') ?? '').slice(0, 300)
  const origin = { old, address: addressOf(handler, context), agent }
  const secret = await store.acrossTeams((q) => beginSession(q, account.id, now(), origin))
  handler.responseHeader.set('set-cookie', sessionCookie(secret))
  return me(context, account)
}

async function me({ store }: Context, { id }: Row<'accounts'>, only?: string) {
  const [account, teams] = await store.acrossTeams(
    async (q) => [await accountById(q, id), await listTeams(q, id)] as const,
  )
  const shown = teams.filter((team) => only === undefined || team.id === only)
  return {
    accountId: id,
    email: account?.email ?? '',
    totp: account?.totp_confirmed === 1,
    teams: shown.map((team) => ({
      teamId: team.id,
      teamName: team.name,
      role: team.role,
      keysReady: team.root !== null,
    })),
  }
}
