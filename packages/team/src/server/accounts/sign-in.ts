/** Checks the password, and the second factor if there is one. Counts the attempt before any check. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import { findAccountByEmail, foldEmail } from '../store/accounts.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { readKeys } from './security-keys.ts'
import { useCode } from './totp.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly totp: string
}

export interface Proof {
  readonly account: Row<'accounts'>
  /** `missing`: the password was right, and the account has a second factor. */
  readonly secondFactor: 'none' | 'missing' | 'proved'
}

/** Allows few attempts for one address on one account, and more for an account or an address alone, so that an attacker cannot easily lock others out. */
export async function proveAccount(
  context: Context,
  { email, password, totp }: Credentials,
  address: string,
): Promise<Proof> {
  const { store } = context
  const emailHash = hashOf(foldEmail(email)).slice(0, 32)
  const keys = {
    both: `sign-in ${emailHash} ${address}`,
    email: `sign-in ${emailHash}`,
    address: `sign-in from ${address}`,
  }
  await countAttempt(context, [
    { key: keys.address, most: 60 },
    { key: keys.both, most: 10 },
    { key: keys.email, most: 100 },
  ])
  const account = await store.acrossTeams((q) => findAccountByEmail(q, email))
  if (!(await isPassword(account?.password_hash, password)) || account === undefined) throw createCredentialsError()
  const hasFactor = await store.acrossTeams((q) => hasSecondFactor(q, account))
  if (hasFactor && totp === '') return { account, secondFactor: 'missing' }
  if (hasFactor && !(await useSecondFactorCode(context, account, totp))) throw createCredentialsError()
  await store.acrossTeams((q) => clearAttempts(q, [keys.both, keys.email]))
  return { account, secondFactor: hasFactor ? 'proved' : 'none' }
}

export const hasSecondFactor = async (q: Query, account: Row<'accounts'>): Promise<boolean> =>
  account.totp_confirmed === 1 || (await readKeys(q, account.id)).length > 0

/** Six digits are a code of the app. Anything else can only be a recovery code. */
export async function useSecondFactorCode(context: Context, account: Row<'accounts'>, code: string): Promise<boolean> {
  const isApp = /^\s*\d{6}\s*$/.test(code)
  return context.store.acrossTeams(async (q) => {
    if (isApp) return account.totp_confirmed === 1 && useCode(q, context, account, code)
    if (!(await useRecoveryCode(q, account.id, code))) return false
    const event = { actor: account.email, action: 'account.recovery-code-used', target: account.email }
    await recordInAllTeams(q, account.id, context.now(), event)
    return true
  })
}

const createCredentialsError = (): Refusal =>
  new Refusal('unauthenticated', 'the address, the password or the code is wrong')
