/** Finds the account of a person whom an identity provider has identified. Never links an existing account by its address. */

import { insertAccount, newAccount } from '../accounts/accept.ts'
import { isEmail } from '../accounts/email.ts'
import type { Context } from '../context.ts'
import { findAccount, findAccountByEmail, foldEmail } from '../store/accounts.ts'
import { recordInAllTeams } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import type { ProviderConfig } from './config.ts'
import { SignInFailure } from './failure.ts'
import type { Claims } from './provider.ts'

type Account = Row<'accounts'>

/** `linkTo` is the account that a signed-in user wants to link, or empty. */
export async function findOrCreateAccount(
  q: Query,
  context: Context,
  config: ProviderConfig,
  claims: Claims,
  linkTo: string,
): Promise<Account> {
  const identity = await findIdentity(q, claims)
  if (identity !== undefined) {
    if (linkTo !== '' && linkTo !== identity.account_id) throw new SignInFailure('linked-elsewhere')
    const account = await findAccount(q, identity.account_id)
    if (account === undefined) throw new SignInFailure('refused', 'the identity has no account')
    await touchIdentity(q, context, claims)
    return account
  }
  const account = linkTo === '' ? await createAccount(q, context, config, claims) : await findAccount(q, linkTo)
  if (account === undefined) throw new SignInFailure('expired')
  await insertIdentity(q, context, config, claims, account.id)
  if (linkTo !== '')
    await recordInAllTeams(q, account.id, context.now(), {
      ...{ actor: account.email, action: 'account.identity-linked', target: account.email },
      detail: { provider: config.id, subject: claims.subject },
    })
  return account
}

/** Returns the address if the provider has verified it and may vouch for its domain. */
export function readVerifiedEmail({ domains }: ProviderConfig, claims: Claims): string | undefined {
  const email = foldEmail(claims.email)
  const isGood = isEmail(email) && claims.isEmailVerified && domains.includes(email.slice(email.lastIndexOf('@') + 1))
  return isGood ? email : undefined
}

async function createAccount(q: Query, { now }: Context, config: ProviderConfig, claims: Claims): Promise<Account> {
  const email = foldEmail(claims.email)
  if (!isEmail(email) || !claims.isEmailVerified) throw new SignInFailure('unverified')
  if (readVerifiedEmail(config, claims) === undefined) throw new SignInFailure('domain')
  if ((await findAccountByEmail(q, email)) !== undefined) throw new SignInFailure('exists')
  const account = newAccount(email, '', now())
  await insertAccount(q, account)
  return account
}

export async function findIdentityAccount(q: Query, claims: Claims): Promise<Account | undefined> {
  const identity = await findIdentity(q, claims)
  return identity === undefined ? undefined : findAccount(q, identity.account_id)
}

const findIdentity = (q: Query, { issuer, subject }: Claims): Promise<Row<'identities'> | undefined> =>
  q.selectFrom('identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()

const touchIdentity = (q: Query, { now }: Context, { issuer, subject }: Claims) =>
  q
    .updateTable('identities')
    .set({ used_at: now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

const insertIdentity = (q: Query, { now }: Context, { id }: ProviderConfig, claims: Claims, accountId: string) =>
  q
    .insertInto('identities')
    .values({
      ...{ issuer: claims.issuer, subject: claims.subject, account_id: accountId, provider: id },
      ...{ email: foldEmail(claims.email).slice(0, 254), created_at: now(), used_at: now() },
    })
    .execute()
