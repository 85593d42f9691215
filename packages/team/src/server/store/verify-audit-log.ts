/** Verifies that an audit log is unchanged. See audit-log.ts for its hashes. */
import { hashEntry, hashHead } from './audit-log.ts'
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

/** The last verified entry of an audit log. */
export interface Verified {
  readonly sequence: number
  readonly head: string
}
export const chainStart: Verified = { sequence: 0, head: '' }

export interface VerificationStep {
  readonly to: Verified
  /** The first entry that is missing or does not match the entries before it. */
  readonly brokenAt?: number
  readonly isEnd: boolean
}

const batchSize = 1000

/** Verifies the next `most` entries, in a transaction of one team. */
export async function verifyNext(q: Query, from: Verified, most = batchSize): Promise<VerificationStep> {
  const rows = await entriesAfter(q, from.sequence, most)
  let to = from
  for (const entry of rows) {
    if (entry.sequence === null) continue
    // Only the left join makes columns null, and then the sequence is null too.
    const expected = hashEntry(q.auditLogKey(), to.head, entry as Row<'journal'>)
    if (entry.sequence !== to.sequence + 1 || entry.hash !== expected)
      return { to, brokenAt: to.sequence + 1, isEnd: true }
    to = { sequence: entry.sequence, head: hashHead(q.auditLogKey(), expected) }
  }
  if (rows.length >= most && rows.at(-1)?.sequence !== null) return { to, isEnd: false }
  const [end] = rows
  if (end === undefined || (end.journal_sequence === to.sequence && end.journal_hash === to.head))
    return { to, isEnd: true }
  return { to, brokenAt: Math.min(to.sequence, end.journal_sequence) + 1, isEnd: true }
}

/** Reads the entries and the head in one statement, so that a new entry is in both or in neither. */
const entriesAfter = (q: Query, sequence: number, most: number) =>
  q
    .selectFrom('teams')
    .leftJoin('journal', (join) => join.onRef('journal.team_id', '=', 'teams.id').on('journal.sequence', '>', sequence))
    .selectAll('journal')
    .select(['teams.journal_sequence', 'teams.journal_hash'])
    .orderBy('journal.sequence')
    .limit(most)
    .execute()

/** Returns the first broken entry, or undefined if the whole log is valid. */
export async function findBrokenEntry(q: Query): Promise<number | undefined> {
  let step = await verifyNext(q, chainStart)
  while (!step.isEnd) step = await verifyNext(q, step.to)
  return step.brokenAt
}
