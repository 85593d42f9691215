/**
 * The journal of a team: what was done, by whom. Each entry is bound to all before it by a hash that only the server's key
 * makes; the team's row holds the head, which is of the last entry and found nowhere else. So neither can somebody who has
 * the database make the hashes anew, nor cut entries off: the head of a shorter journal is not known to them.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

export interface Deed {
  /** Who: an account's e-mail address, or what acted for it. */
  readonly actor: string
  /** `hook.saved`, `member.invited`, … */
  readonly action: string
  readonly target: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** In the transaction of the deed itself: both are there, or neither. */
export async function append(
  q: Query,
  team: string,
  at: number,
  { actor, action, target, detail }: Deed,
): Promise<void> {
  const { journal_sequence: sequence, journal_hash: before } = await takeTurn(q, team)
  const entry = { team_id: team, sequence, at, actor, action, target, detail: JSON.stringify(detail ?? {}) }
  const hash = hashAfter(q.journalKey(), before, entry)
  await q
    .insertInto('journal')
    .values({ ...entry, hash })
    .execute()
  await q
    .updateTable('teams')
    .set({ journal_hash: headOf(q.journalKey(), hash) })
    .where('id', '=', team)
    .execute()
}

/** What somebody does to the own account is known in every team they are in. */
export async function appendEverywhere(q: Query, accountId: string, at: number, deed: Deed): Promise<void> {
  const teams = await q.selectFrom('members').select('team_id').where('account_id', '=', accountId).execute()
  // In one order, so that two who do this at once do not wait for each other.
  for (const team of teams.map(({ team_id }) => team_id).sort()) await append(q, team, at, deed)
}

/** From here to the end of the transaction nobody else appends to this team's journal. */
const takeTurn = (q: Query, team: string) =>
  q
    .updateTable('teams')
    .set({ journal_sequence: sql`journal_sequence + 1` })
    .where('id', '=', team)
    .returning(['journal_sequence', 'journal_hash'])
    .executeTakeFirstOrThrow()

type Unhashed = Omit<Row<'journal'>, 'hash'>

const mac = (key: Uint8Array, of: readonly unknown[]): string =>
  createHmac('sha256', key).update(JSON.stringify(of)).digest('hex')

/** `before`: the head of the journal without this entry. */
export const hashAfter = (key: Uint8Array, before: string, entry: Unhashed): string => {
  const { team_id, sequence, at, actor, action, target, detail } = entry
  return mac(key, ['entry', before, team_id, sequence, at, actor, action, target, detail])
}
export const headOf = (key: Uint8Array, hash: string): string => mac(key, ['head', hash])

/** Newest first. */
export const entriesBefore = (q: Query, before: number, limit: number): Promise<Row<'journal'>[]> =>
  q.selectFrom('journal').selectAll().where('sequence', '<', before).orderBy('sequence', 'desc').limit(limit).execute()
