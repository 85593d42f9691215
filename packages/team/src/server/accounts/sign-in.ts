/** Checks the password, and the code of the second factor if there is one. Counts the attempt before any check. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import { findAccountByEmail, foldEmail } from '../store/accounts.ts'
import type { Row } from '../store/index.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { useCode } from './totp.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly totp: string
}

/** Allows few attempts for one address on one account, and more for an account or an address alone, so that an attacker cannot easily lock others out. */
export async function proveAccount(
  context: Context,
  { email, password, totp }: Credentials,
  address: string,
): Promise<Row<'accounts'> | 'totp-needed'> {
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
  if (account.totp_confirmed === 1) {
    if (totp === '') return 'totp-needed'
    if (!(await store.acrossTeams((q) => useCode(q, context, account, totp)))) throw createCredentialsError()
  }
  await store.acrossTeams((q) => clearAttempts(q, [keys.both, keys.email]))
  return account
}

const createCredentialsError = (): Refusal =>
  new Refusal('unauthenticated', 'the address, the password or the code is wrong')
