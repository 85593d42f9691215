/** Whether a journal is as it was written: see journal.ts for what its hashes are. */
import { hashAfter, headOf } from './journal.ts'
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

/** A journal that was followed as far as this. */
export interface Followed {
  readonly sequence: number
  readonly head: string
}
export const beginning: Followed = { sequence: 0, head: '' }

export interface Step {
  readonly to: Followed
  /** The first entry that does not follow from those before it, or is not there. */
  readonly brokenAt?: number
  readonly isEnd: boolean
}

const atOnce = 1000

/** In the transaction of one team; so many entries further. */
export async function follow(q: Query, from: Followed, most = atOnce): Promise<Step> {
  const rows = await entriesAfter(q, from.sequence, most)
  let to = from
  for (const entry of rows) {
    if (entry.sequence === null) continue
    const expected = hashAfter(q.journalKey(), to.head, entry as Row<'journal'>)
    if (entry.sequence !== to.sequence + 1 || entry.hash !== expected)
      return { to, brokenAt: to.sequence + 1, isEnd: true }
    to = { sequence: entry.sequence, head: headOf(q.journalKey(), expected) }
  }
  if (rows.length >= most && rows.at(-1)?.sequence !== null) return { to, isEnd: false }
  const [end] = rows
  if (end === undefined || (end.journal_sequence === to.sequence && end.journal_hash === to.head))
    return { to, isEnd: true }
  return { to, brokenAt: Math.min(to.sequence, end.journal_sequence) + 1, isEnd: true }
}

/** With the head, in one statement: what is appended meanwhile is in both or in neither. */
const entriesAfter = (q: Query, sequence: number, most: number) =>
  q
    .selectFrom('teams')
    .leftJoin('journal', (join) => join.onRef('journal.team_id', '=', 'teams.id').on('journal.sequence', '>', sequence))
    .selectAll('journal')
    .select(['teams.journal_sequence', 'teams.journal_hash'])
    .orderBy('journal.sequence')
    .limit(most)
    .execute()

/** The first entry that does not follow; undefined: the whole journal does. */
export async function firstBroken(q: Query): Promise<number | undefined> {
  let step = await follow(q, beginning)
  while (!step.isEnd) step = await follow(q, step.to)
  return step.brokenAt
}
