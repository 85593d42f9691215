/** A password, and the code where one is asked for. How often it may be tried is counted before anything is looked at. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import { accountByEmail, foldEmail } from '../store/accounts.ts'
import type { Row } from '../store/index.ts'
import { count, forget } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { useCode } from './totp.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly totp: string
}

/** Few for one address on one account, more for an account and for an address: nobody locks others out cheaply. */
export async function proveAccount(
  context: Context,
  { email, password, totp }: Credentials,
  address: string,
): Promise<Row<'accounts'> | 'totp-needed'> {
  const { store } = context
  const of = hashOf(foldEmail(email)).slice(0, 32)
  const keys = { both: `sign-in ${of} ${address}`, email: `sign-in ${of}`, address: `sign-in from ${address}` }
  await count(context, [
    { key: keys.address, most: 60 },
    { key: keys.both, most: 10 },
    { key: keys.email, most: 100 },
  ])
  const account = await store.acrossTeams((q) => accountByEmail(q, email))
  if (!(await isPassword(account?.password_hash, password)) || account === undefined) throw wrong()
  if (account.totp_confirmed === 1) {
    if (totp === '') return 'totp-needed'
    if (!(await store.acrossTeams((q) => useCode(q, context, account, totp)))) throw wrong()
  }
  await store.acrossTeams((q) => forget(q, [keys.both, keys.email]))
  return account
}

const wrong = (): Refusal => new Refusal('unauthenticated', 'the address, the password or the code is wrong')
