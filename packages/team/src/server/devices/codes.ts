/** Enrolment codes: an id to find it, a secret of which only the hash is kept, and the root's fingerprint for the machine. */

import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { sha256 } from '../signing/tuf.ts'
import { fileAt } from '../store/files.ts'
import type { Query, Row } from '../store/index.ts'
import { append } from '../store/journal.ts'

const hourMs = 3_600_000
const [mostUses, mostHours] = [10_000, 24 * 90]

export interface CodeWish {
  readonly note: string
  /** 0: one. */
  readonly uses: number
  /** 0: a day. */
  readonly validHours: number
}

export async function createCode(q: Query, context: Context, actor: Actor, options: CodeWish): Promise<string> {
  const uses = options.uses === 0 ? 1 : options.uses
  const hours = options.validHours === 0 ? 24 : options.validHours
  if (uses < 1 || uses > mostUses) throw new Refusal('invalid', `a code is for 1 to ${mostUses} machines`)
  if (hours < 1 || hours > mostHours) throw new Refusal('invalid', `a code is good for 1 to ${mostHours} hours`)
  const root = await fileAt(q, '1.root.json')
  if (root === undefined)
    throw new Refusal('precondition', 'this team has no root key yet: hookline team keygen makes it')
  const [id, secret, now] = [newId(), newSecret(), context.now()]
  const expires_at = now + hours * hourMs
  const detail = { uses, expires_at: new Date(expires_at).toISOString() }
  await append(q, actor.team, now, { actor: actor.name, action: 'code.created', target: id, detail })
  const note = options.note.trim().slice(0, 200)
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

export const codesOf = (q: Query): Promise<Row<'codes'>[]> =>
  q.selectFrom('codes').selectAll().orderBy('created_at', 'desc').limit(500).execute()

export async function revokeCode(q: Query, context: Context, actor: Actor, id: string): Promise<void> {
  const code = await q.selectFrom('codes').selectAll().where('id', '=', id).executeTakeFirst()
  if (code === undefined) throw notFound()
  await append(q, actor.team, context.now(), { actor: actor.name, action: 'code.revoked', target: id })
  await q.updateTable('codes').set({ revoked_at: context.now() }).where('id', '=', id).execute()
}

/** The code of that text, whoever's it is; not yet used. */
export async function findCode(q: Query, text: string): Promise<Row<'codes'> | undefined> {
  const [, id, secret] = /^([a-z2-7]{16})\.([\w-]{43})(?:\.[0-9a-f]{16})?$/.exec(text.trim()) ?? []
  if (id === undefined || secret === undefined) return undefined
  const code = await q.selectFrom('codes').selectAll().where('id', '=', id).executeTakeFirst()
  return code?.hash === hashOf(secret) ? code : undefined
}

/** One use less. Of those who come at once no more than it was for get in. */
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
  new Refusal('not-found', 'this code is not valid: it was used, revoked, or its time is over. Ask for another one.')
