/** Tokens of programs such as CI: they act in one team, within their scopes, until they expire or their author is no longer an owner. */
import { isScope, maxTokenDays, type Scope } from '../../wire/scopes.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'

const dayMs = 24 * 3_600_000
const [defaultDays, maxTokens] = [90, 100]

export const serviceTokenPrefix = 'hls_'

export interface ServiceTokenOptions {
  readonly name: string
  readonly scopes: readonly string[]
  /** 0 means 90. */
  readonly validDays: number
}

export interface CreatedServiceToken {
  readonly token: string
  readonly row: Row<'service_tokens'>
}

export async function createServiceToken(
  { store, now }: Context,
  actor: Actor,
  options: ServiceTokenOptions,
): Promise<CreatedServiceToken> {
  const { name, scopes, days } = validate(options)
  const token = `${serviceTokenPrefix}${newSecret()}`
  const [id, at] = [newId(), now()]
  const row: Row<'service_tokens'> = {
    ...{ team_id: actor.team, id, hash: hashOf(token), name, scopes: JSON.stringify(scopes), author: actor.email },
    ...{ created_at: at, expires_at: at + days * dayMs, used_at: 0 },
  }
  await store.inTeam(actor.team, async (q) => {
    const detail = { id, scopes: [...scopes], expires_at: new Date(row.expires_at).toISOString() }
    await recordEvent(q, actor.team, at, { actor: actor.name, action: 'service-token.created', target: name, detail })
    const existing = await readServiceTokens(q)
    if (existing.some((other) => other.name === name))
      throw new Refusal('exists', `this team already has a service token ${JSON.stringify(name)}. Revoke it first`)
    if (existing.length >= maxTokens)
      throw new Refusal('precondition', `a team can have at most ${maxTokens} service tokens. Revoke one first`)
    await q.insertInto('service_tokens').values(row).execute()
  })
  return { token, row }
}

function validate({ name: given, scopes, validDays }: ServiceTokenOptions) {
  const name = given.trim()
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(name))
    throw new Refusal(
      'invalid',
      `the name of a service token must have 1 to 100 letters, digits, spaces, dots, "_" or "-", got ${JSON.stringify(name)}`,
    )
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) throw new Refusal('invalid', `there is no scope ${JSON.stringify(unknown)}`)
  if (scopes.length === 0) throw new Refusal('invalid', 'a service token needs at least one scope')
  const days = validDays === 0 ? defaultDays : validDays
  if (days < 1 || days > maxTokenDays)
    throw new Refusal('invalid', `valid_days must be a number from 1 to ${maxTokenDays}, got ${days}`)
  return { name, scopes: [...new Set(scopes)].sort(), days }
}

/** Returns the newest first, including expired ones, so that an owner sees why a program fails. */
export const readServiceTokens = (q: Query): Promise<Row<'service_tokens'>[]> =>
  q.selectFrom('service_tokens').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()

export async function revokeServiceToken({ store, now }: Context, actor: Actor, id: string): Promise<void> {
  await store.inTeam(actor.team, async (q) => {
    const row = (await readServiceTokens(q)).find((token) => token.id === id)
    if (row === undefined) throw notFound()
    const event = { actor: actor.name, action: 'service-token.revoked', target: row.name, detail: { id } }
    await recordEvent(q, actor.team, now(), event)
    await deleteServiceToken(q, row, now())
  })
}

/** The codes that it created would otherwise outlive it. */
async function deleteServiceToken(q: Query, { id, name }: Row<'service_tokens'>, now: number): Promise<void> {
  await q.deleteFrom('service_tokens').where('id', '=', id).execute()
  await revokeCodes(q, serviceTokenLabel(name), now)
}

export const revokeCodes = async (q: Query, author: string, now: number): Promise<void> => {
  await q
    .updateTable('codes')
    .set({ revoked_at: now })
    .where('author', '=', author)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes the tokens of an author who is no longer an owner: the author may have kept their secrets. */
export async function revokeServiceTokensOf(q: Query, author: string, actor: string, now: number): Promise<void> {
  for (const row of (await readServiceTokens(q)).filter((token) => token.author === author)) {
    const detail = { id: row.id, author, reason: 'its author is no longer an owner' }
    await recordEvent(q, row.team_id, now, { actor, action: 'service-token.revoked', target: row.name, detail })
    await deleteServiceToken(q, row, now)
  }
}

/** The author of what a service token creates. It cannot be an e-mail address. */
export const serviceTokenLabel = (name: string): string => `service token ${name}`

/** Reads the scopes of a row. A scope that this version does not know grants nothing. */
export const readScopes = ({ scopes }: Pick<Row<'service_tokens'>, 'scopes'>): readonly Scope[] =>
  // The column holds a JSON list of strings.
  (JSON.parse(scopes) as string[]).filter(isScope)

const touchMs = 60_000

/** Finds a token that has not expired. */
export async function findServiceToken(q: Query, secret: string, now: number) {
  const row = await q
    .selectFrom('service_tokens')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row !== undefined && row.used_at < now - touchMs)
    await q.updateTable('service_tokens').set({ used_at: now }).where('hash', '=', row.hash).execute()
  return row
}
