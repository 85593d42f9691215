/** The journal of a team: what was done, by whom, each entry bound to the one before by its hash. */
import { createHash } from 'node:crypto'
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
  const hash = hashAfter(before, entry)
  await q
    .insertInto('journal')
    .values({ ...entry, hash })
    .execute()
  await q.updateTable('teams').set({ journal_hash: hash }).where('id', '=', team).execute()
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

export const hashAfter = (before: string, { team_id, sequence, at, actor, action, target, detail }: Unhashed): string =>
  createHash('sha256')
    .update(JSON.stringify([before, team_id, sequence, at, actor, action, target, detail]))
    .digest('hex')

/** Newest first. */
export const entriesBefore = (q: Query, before: number, limit: number): Promise<Row<'journal'>[]> =>
  q.selectFrom('journal').selectAll().where('sequence', '<', before).orderBy('sequence', 'desc').limit(limit).execute()

/** The first entry that does not follow from those before it; undefined: the chain is whole. */
export async function firstBroken(q: Query): Promise<number | undefined> {
  let [before, expected] = ['', 1]
  const entries = await q.selectFrom('journal').selectAll().orderBy('sequence').execute()
  for (const entry of entries) {
    if (entry.sequence !== expected || hashAfter(before, entry) !== entry.hash) return expected
    before = entry.hash
    expected += 1
  }
  const end = await q.selectFrom('teams').select('journal_sequence').executeTakeFirst()
  return end === undefined || end.journal_sequence === expected - 1 ? undefined : expected
}
