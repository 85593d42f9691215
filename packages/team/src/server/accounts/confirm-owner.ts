/**
 * How users show that a session is really theirs before they change how their account signs in. The session alone is not
 * enough, because it may be stolen, or an identity provider may have begun it.
 */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Row } from '../store/index.ts'
import { countAttempt } from './attempts.ts'
import type { PersonIdentity } from './identity.ts'
import { isPassword } from './passwords.ts'
import { hasSecondFactor, useSecondFactorCode } from './sign-in.ts'

/** How long a sign-in counts as a proof of the second factor, or of the identity provider. */
const freshMs = 10 * 60_000

export interface OwnSession extends PersonIdentity {
  readonly context: Context
  /** Of the session. */
  readonly secret: string
}

export interface Confirmation {
  readonly password: string
  /** A code of the authenticator app, or a recovery code. Empty if there is none. */
  readonly totp: string
  readonly address: string
}

/** Returns true if the account has a second factor, which is then proved. */
export async function confirmOwner(session: OwnSession, confirmation: Confirmation): Promise<boolean> {
  const { context, account, provider } = session
  if (account.password_hash === '') {
    requireFresh(session)
    return false
  }
  await verifyPassword(context, account, confirmation)
  if (!(await context.store.acrossTeams((q) => hasSecondFactor(q, account)))) return false
  if (provider === '' && session.hasSecondFactor && isFresh(session)) return true
  await verifyCode(context, account, confirmation.totp)
  return true
}

const isFresh = ({ context, begunAt }: OwnSession): boolean => context.now() - begunAt <= freshMs

function requireFresh(session: OwnSession): void {
  if (!isFresh(session))
    throw new Refusal('precondition', 'sign in again with your identity provider, and do this within 10 minutes')
}

async function verifyPassword(context: Context, account: Row<'accounts'>, { password, address }: Confirmation) {
  await countAttempt(context, [{ key: `password ${account.id} ${address}`, most: 10 }])
  if (!(await isPassword(account.password_hash, password)))
    throw new Refusal('unauthenticated', 'the password is wrong')
}

async function verifyCode(context: Context, account: Row<'accounts'>, code: string): Promise<void> {
  if (code === '')
    throw new Refusal(
      'precondition',
      'this account has a second factor. Enter a code of the app or a recovery code, or sign in again with your security key and do this within 10 minutes',
    )
  if (!(await useSecondFactorCode(context, account, code))) throw new Refusal('unauthenticated', 'the code is wrong')
}

/**
 * The second factor here is for sign-ins with the password. A session of an identity provider must not get it, because
 * only the provider can say whether its sign-in had one.
 */
export function requirePasswordSession({ account, provider }: PersonIdentity): void {
  if (account.password_hash === '')
    throw new Refusal(
      'precondition',
      'this account signs in with an identity provider only, so the provider asks for the second factor',
    )
  if (provider !== '')
    throw new Refusal('precondition', 'sign in with your password first. The second factor is for sign-ins with it')
}
