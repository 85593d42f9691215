/** Security keys and recovery codes: registering, naming, removing, and signing in with a key. */
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { AccountService } from '../../wire/index.ts'
import { countAttempt } from '../accounts/attempts.ts'
import { type Confirmation, confirmOwner, type OwnSession, requirePasswordSession } from '../accounts/confirm-owner.ts'
import { addKey, removeKey, renameKey, renewRecoveryCodes } from '../accounts/own-keys.ts'
import { createAssertion, createRegistration, readKeys, verifyAssertion } from '../accounts/security-keys.ts'
import { readSessionSecret } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { beginFlow, flowCookie, readFlowSecret, takeFlow } from '../sign-in/flows.ts'
import { findAccount } from '../store/accounts.ts'
import type { Row } from '../store/index.ts'
import { isoTime } from './admin/methods.ts'
import { addressOf, authenticateSession } from './authenticate.ts'

type Service = ServiceImpl<typeof AccountService>
type KeyMethods = Pick<
  Service,
  'beginKeyRegistration' | 'finishKeyRegistration' | 'renameKey' | 'removeKey' | 'createRecoveryCodes' | 'finishSignIn'
>

interface Challenged {
  readonly challenge: string
}

interface Answers {
  /** Describes the account and what its session may do now. */
  readMe(handler: HandlerContext): ReturnType<Service['getMe']>
  /** Begins a session with a second factor. */
  startSession(account: Row<'accounts'>, handler: HandlerContext): ReturnType<Service['getMe']>
}

const [signInKind, registerKind] = ['key sign-in', 'key registration']

export const createKeyMethods = (context: Context, { readMe, startSession }: Answers): KeyMethods => ({
  async beginKeyRegistration(request, handler) {
    const session = await readOwnSession(context, handler)
    const { account } = session
    requirePasswordSession(session)
    await confirmOwner(session, readConfirmation(context, handler, request))
    const keys = await context.store.acrossTeams((q) => readKeys(q, account.id))
    const { options, challenge } = await createRegistration(context, account, keys)
    await setFlow(context, handler, registerKind, account.id, challenge)
    return { options }
  },
  async finishKeyRegistration({ response, name }, handler) {
    const session = await readOwnSession(context, handler)
    const { accountId, challenge } = await takeChallenge(context, handler, registerKind)
    if (accountId !== session.account.id) throw expired()
    const recoveryCodes = await addKey(session, challenge, response, name)
    return { me: await readMe(handler), recoveryCodes: [...recoveryCodes] }
  },
  async renameKey({ keyId, name }, handler) {
    const { account } = await readOwnSession(context, handler)
    await renameKey(context, account, keyId, name)
    return readMe(handler)
  },
  async removeKey(request, handler) {
    const session = await readOwnSession(context, handler)
    await removeKey(session, request.keyId, readConfirmation(context, handler, request))
    return readMe(handler)
  },
  async createRecoveryCodes(request, handler) {
    const session = await readOwnSession(context, handler)
    return { recoveryCodes: [...(await renewRecoveryCodes(session, readConfirmation(context, handler, request)))] }
  },
  async finishSignIn({ assertion }, handler) {
    await countAttempt(context, [{ key: `sign-in from ${addressOf(handler, context)}`, most: 60 }])
    const { accountId, challenge } = await takeChallenge(context, handler, signInKind)
    await verifyAssertion(context, accountId, challenge, assertion)
    const account = await context.store.acrossTeams((q) => findAccount(q, accountId))
    if (account === undefined) throw expired()
    return startSession(account, handler)
  },
})

/** After the password was right: the options for the browser, or an empty text if the account has no key. */
export async function beginKeySignIn(context: Context, handler: HandlerContext, accountId: string): Promise<string> {
  const keys = await context.store.acrossTeams((q) => readKeys(q, accountId))
  if (keys.length === 0) return ''
  const { options, challenge } = await createAssertion(context, keys)
  await setFlow(context, handler, signInKind, accountId, challenge)
  return options
}

async function setFlow(context: Context, handler: HandlerContext, kind: string, accountId: string, challenge: string) {
  const flow = { accountId, data: { challenge } }
  const secret = await context.store.acrossTeams((q) => beginFlow<Challenged>(q, context, kind, flow))
  handler.responseHeader.append('set-cookie', flowCookie(secret))
}

/** A challenge works once, even if the answer to it was wrong. */
async function takeChallenge(context: Context, handler: HandlerContext, kind: string) {
  const secret = readFlowSecret(handler.requestHeader.get('cookie'))
  const flow = await context.store.acrossTeams((q) => takeFlow<Challenged>(q, context, kind, secret))
  if (flow === undefined) throw expired()
  return { accountId: flow.accountId, challenge: flow.data.challenge }
}

const expired = (): Refusal => new Refusal('unauthenticated', 'this took too long or was already used. Start again')

export async function readOwnSession(context: Context, handler: HandlerContext): Promise<OwnSession> {
  const { store, now } = context
  const identity = await store.acrossTeams((q) => authenticateSession(q, handler.requestHeader, now()))
  return { ...identity, context, secret: readSessionSecret(handler.requestHeader.get('cookie')) ?? '' }
}

export const readConfirmation = (
  context: Context,
  handler: HandlerContext,
  { password, totp }: Omit<Confirmation, 'address'>,
): Confirmation => ({ password, totp, address: addressOf(handler, context) })

export const toKeyMessage = ({ id, name, created_at, used_at }: Row<'security_keys'>) => ({
  ...{ id, name, createdAt: isoTime(created_at), usedAt: isoTime(used_at === 0 ? null : used_at) },
})
