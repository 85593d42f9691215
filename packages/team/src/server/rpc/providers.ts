/** Signing in with identity providers, and linking them to an account. */
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { AccountService } from '../../wire/index.ts'
import { countAttempt } from '../accounts/attempts.ts'
import { confirmOwner } from '../accounts/confirm-owner.ts'
import { readSessionSecret } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { hashOf } from '../secrets.ts'
import { beginSignIn } from '../sign-in/begin.ts'
import { flowCookie } from '../sign-in/flows.ts'
import { unlinkIdentity } from '../sign-in/identities.ts'
import type { Row } from '../store/index.ts'
import { isoTime } from './admin/methods.ts'
import { addressOf, authenticatePerson } from './authenticate.ts'
import { readConfirmation, readOwnSession } from './second-factors.ts'

/** Each attempt stores a row and may ask the provider. */
const maxBegun = 60

type Service = ServiceImpl<typeof AccountService>
type ProviderMethods = Pick<Service, 'listProviders' | 'beginProviderSignIn' | 'unlinkIdentity'>

export const createProviderMethods = (
  context: Context,
  readMe: (handler: HandlerContext) => ReturnType<Service['getMe']>,
): ProviderMethods => ({
  listProviders: () => ({ providers: context.providers.map(({ config: { id, name } }) => ({ id, name })) }),
  async beginProviderSignIn(request, handler) {
    const { provider, returnTo, link } = request
    await countAttempt(context, [{ key: `provider ${addressOf(handler, context)}`, most: maxBegun }])
    const old = readSessionSecret(handler.requestHeader.get('cookie'))
    const { url, secret } = await beginSignIn(context, {
      ...{ providerId: provider, returnTo, oldHash: old === undefined ? undefined : hashOf(old) },
      linkTo: link ? await confirmLink(context, handler, request) : '',
    })
    handler.responseHeader.set('set-cookie', flowCookie(secret))
    return { url }
  },
  async unlinkIdentity({ provider }, handler) {
    const account = await getPerson(context, handler)
    await context.store.acrossTeams((q) => unlinkIdentity(q, context, account, provider))
    return readMe(handler)
  },
})

/** A linked identity can sign in to the account from then on. Returns the account. */
async function confirmLink(
  context: Context,
  handler: HandlerContext,
  request: { readonly password: string; readonly totp: string },
): Promise<string> {
  const session = await readOwnSession(context, handler)
  await confirmOwner(session, readConfirmation(context, handler, request))
  return session.account.id
}

const getPerson = ({ store, now }: Context, handler: HandlerContext) =>
  store.acrossTeams((q) => authenticatePerson(q, handler.requestHeader, now()))

export const toIdentityMessage = ({ providers }: Context, { provider, email, used_at }: Row<'identities'>) => ({
  provider,
  providerName: providers.find(({ config }) => config.id === provider)?.config.name ?? provider,
  email,
  usedAt: isoTime(used_at),
})
