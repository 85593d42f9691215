/** Finds the account of a person whom an identity provider has identified. Never links an existing account by its address. */

import { insertAccount, newAccount } from '../accounts/accept.ts'
import { isEmail } from '../accounts/email.ts'
import type { Context } from '../context.ts'
import { shorten } from '../shorten.ts'
import { findAccount, findAccountByEmail, foldEmail } from '../store/accounts.ts'
import type { Query, Row } from '../store/index.ts'
import type { AccountChange } from './account-change.ts'
import type { ProviderConfig } from './config.ts'
import { displaceAccount } from './displace-account.ts'
import { SignInFailure } from './failure.ts'
import type { Claims } from './provider.ts'

type Account = Row<'accounts'>

export interface FoundAccount {
  readonly account: Account
  readonly changes: readonly AccountChange[]
}

export interface FindOptions {
  /** The account that the identity belongs to already. */
  readonly known: Account | undefined
  /** The account that a signed-in user wants to link, or empty. */
  readonly linkTo: string
}

export async function findOrCreateAccount(
  q: Query,
  context: Context,
  config: ProviderConfig,
  claims: Claims,
  { known, linkTo }: FindOptions,
): Promise<FoundAccount> {
  if (known !== undefined) {
    if (linkTo !== '' && linkTo !== known.id) throw new SignInFailure('linked-elsewhere')
    await touchIdentity(q, context, claims)
    return { account: known, changes: [] }
  }
  const found =
    linkTo === '' ? await createAccount(q, context, config, claims) : await linkAccount(q, config, claims, linkTo)
  await insertIdentity(q, context, config, claims, found.account.id)
  return found
}

async function linkAccount(
  q: Query,
  { id }: ProviderConfig,
  { subject }: Claims,
  linkTo: string,
): Promise<FoundAccount> {
  const account = await findAccount(q, linkTo)
  if (account === undefined) throw new SignInFailure('expired')
  const { email } = account
  const event = { actor: email, action: 'account.identity-linked', target: email, detail: { provider: id, subject } }
  return { account, changes: [{ account, event }] }
}

/** Returns the address if the provider has verified it and may vouch for its domain. */
export function readVerifiedEmail({ domains }: ProviderConfig, claims: Claims): string | undefined {
  const email = foldEmail(claims.email)
  const isGood = isEmail(email) && claims.isEmailVerified && domains.includes(email.slice(email.lastIndexOf('@') + 1))
  return isGood ? email : undefined
}

async function createAccount(
  q: Query,
  context: Context,
  config: ProviderConfig,
  claims: Claims,
): Promise<FoundAccount> {
  const email = foldEmail(claims.email)
  if (!isEmail(email) || !claims.isEmailVerified) throw new SignInFailure('unverified')
  if (readVerifiedEmail(config, claims) === undefined) throw new SignInFailure('domain')
  const holder = await findAccountByEmail(q, email)
  const changes = holder === undefined ? [] : [await displaceAccount(q, context, config, holder)]
  const account = newAccount(email, '', context.now())
  await insertAccount(q, account)
  return { account, changes }
}

/** Undefined if the identity is new. */
export async function findIdentityAccount(q: Query, claims: Claims): Promise<Account | undefined> {
  const identity = await findIdentity(q, claims)
  if (identity === undefined) return undefined
  const account = await findAccount(q, identity.account_id)
  if (account === undefined) throw new SignInFailure('refused', 'the identity has no account')
  return account
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
      ...{ email: shorten(foldEmail(claims.email), 254), created_at: now(), used_at: now() },
    })
    .execute()
