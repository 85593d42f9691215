/** Enrolment codes. A code has three parts: its id, a secret that is stored as a hash, and the root's fingerprint for the machine. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { shorten } from '../shorten.ts'
import { sha256 } from '../signing/tuf.ts'
import { recordEvent } from '../store/audit-log.ts'
import { readStoredFile } from '../store/files.ts'
import type { Query, Row } from '../store/index.ts'

const hourMs = 3_600_000
const [maxUses, maxHours] = [10_000, 24 * 90]

export interface CodeOptions {
  readonly note: string
  /** 0 means 1. */
  readonly uses: number
  /** 0 means 24. */
  readonly validHours: number
}

export async function createCode(q: Query, context: Context, actor: Actor, options: CodeOptions): Promise<string> {
  const uses = options.uses === 0 ? 1 : options.uses
  const hours = options.validHours === 0 ? 24 : options.validHours
  if (uses < 1 || uses > maxUses)
    throw new Refusal('invalid', `uses must be a number from 1 to ${maxUses}, got ${uses}`)
  if (hours < 1 || hours > maxHours)
    throw new Refusal('invalid', `valid_hours must be a number from 1 to ${maxHours}, got ${hours}`)
  const root = await readStoredFile(q, '1.root.json')
  if (root === undefined)
    throw new Refusal(
      'precondition',
      'this team has no root key yet. An owner creates it with: hookline team keygen <url>',
    )
  const [id, secret, now] = [newId(), newSecret(), context.now()]
  const expires_at = now + hours * hourMs
  const detail = { uses, expires_at: new Date(expires_at).toISOString() }
  await recordEvent(q, actor.team, now, { actor: actor.name, action: 'code.created', target: id, detail })
  const note = shorten(options.note.trim(), 200)
  await q
    .insertInto('codes')
    .values({
      team_id: actor.team,
      id,
      hash: hashOf(secret),
      note,
      uses_left: uses,
      author: actor.email,
      created_at: now,
      expires_at,
      revoked_at: null,
    })
    .execute()
  return `${id}.${secret}.${sha256(root).slice(0, 16)}`
}

export const readCodes = (q: Query): Promise<Row<'codes'>[]> =>
  q.selectFrom('codes').selectAll().orderBy('created_at', 'desc').limit(500).execute()

export async function revokeCode(q: Query, context: Context, actor: Actor, id: string): Promise<void> {
  const code = await q.selectFrom('codes').selectAll().where('id', '=', id).executeTakeFirst()
  if (code === undefined) throw notFound()
  await recordEvent(q, actor.team, context.now(), { actor: actor.name, action: 'code.revoked', target: id })
  await q.updateTable('codes').set({ revoked_at: context.now() }).where('id', '=', id).execute()
}

/** Finds the code in any team, without using it. */
export async function findCode(q: Query, text: string): Promise<Row<'codes'> | undefined> {
  const [, id, secret] = /^([a-z2-7]{16})\.([\w-]{43})(?:\.[0-9a-f]{16})?$/.exec(text.trim()) ?? []
  if (id === undefined || secret === undefined) return undefined
  const code = await q.selectFrom('codes').selectAll().where('id', '=', id).executeTakeFirst()
  return code?.hash === hashOf(secret) ? code : undefined
}

/** Uses the code once. Parallel requests cannot exceed the number of uses. */
export async function useCode(q: Query, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await q
    .updateTable('codes')
    .set((e) => ({ uses_left: e('uses_left', '-', 1) }))
    .where('id', '=', id)
    .where('uses_left', '>', 0)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw invalidCode()
}

export const invalidCode = (): Refusal =>
  new Refusal('not-found', 'this code is not valid: it was used, was revoked or has expired. Ask for a new one.')
