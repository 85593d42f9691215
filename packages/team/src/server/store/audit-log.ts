/**
 * The audit log of a team. The hash of each entry covers all entries before it and needs the server's key. The team's row
 * contains the head, a hash of the last entry that is stored nowhere else. An attacker with only the database can therefore
 * neither recompute the hashes nor remove the last entries, because the head of a shorter log is unknown.
 */

import { createHmac } from 'node:crypto'
import type { JsonObject } from '@hookline/core/protocol'
import { sql } from 'kysely'
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

export interface AuditEvent {
  /** The e-mail address of the account, or the name of what acted for it. */
  readonly actor: string
  /** `hook.saved`, `member.invited`, … */
  readonly action: string
  readonly target: string
  readonly detail?: JsonObject
}

/** Call this in the transaction of the change, so that both are stored or neither. */
export async function recordEvent(
  q: Query,
  team: string,
  at: number,
  { actor, action, target, detail }: AuditEvent,
): Promise<void> {
  const stored = { actor: toStoredText(actor), action, target: toStoredText(target) }
  const { journal_sequence: sequence, journal_hash: before } = await lockAuditLog(q, team)
  const entry = { team_id: team, sequence, at, ...stored, detail: JSON.stringify(detail ?? {}) }
  const hash = hashEntry(q.auditLogKey(), before, entry)
  await q
    .insertInto('journal')
    .values({ ...entry, hash })
    .execute()
  await q
    .updateTable('teams')
    .set({ journal_hash: hashHead(q.auditLogKey(), hash) })
    .where('id', '=', team)
    .execute()
}

/** Records a change to an account in every team of the account. */
export async function recordInAllTeams(q: Query, accountId: string, at: number, event: AuditEvent): Promise<void> {
  const teams = await q.selectFrom('members').select('team_id').where('account_id', '=', accountId).execute()
  // Use a fixed order, so that two parallel calls do not cause a deadlock.
  for (const team of teams.map(({ team_id }) => team_id).sort()) await recordEvent(q, team, at, event)
}

/** Locks the audit log until the transaction ends, and reserves the next number. */
const lockAuditLog = (q: Query, team: string) =>
  q
    .updateTable('teams')
    .set({ journal_sequence: sql`journal_sequence + 1` })
    .where('id', '=', team)
    .returning(['journal_sequence', 'journal_hash'])
    .executeTakeFirstOrThrow()

/** The text that the database returns: half of a character is replaced there, and the hash must be that of what is read. */
const toStoredText = (text: string): string => Buffer.from(text).toString()

type EntryWithoutHash = Omit<Row<'journal'>, 'hash'>

const computeMac = (key: Uint8Array, of: readonly unknown[]): string =>
  createHmac('sha256', key).update(JSON.stringify(of)).digest('hex')

/** `before` is the head of the log without this entry. */
export const hashEntry = (key: Uint8Array, before: string, entry: EntryWithoutHash): string => {
  const { team_id, sequence, at, actor, action, target, detail } = entry
  return computeMac(key, ['entry', before, team_id, sequence, at, actor, action, target, detail])
}
export const hashHead = (key: Uint8Array, hash: string): string => computeMac(key, ['head', hash])

/** Returns the newest entries first. */
export const readEntries = (q: Query, before: number, limit: number): Promise<Row<'journal'>[]> =>
  q.selectFrom('journal').selectAll().where('sequence', '<', before).orderBy('sequence', 'desc').limit(limit).execute()
