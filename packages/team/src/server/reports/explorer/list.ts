/** One page of decisions with everything to show them. */
import type { Context } from '../../context.ts'
import { dayMs, readFirstKeptDay } from '../days.ts'
import { type Cursor, formatCursor, parseCursor } from './cursor.ts'
import { type FilterText, readFilter } from './filter.ts'
import { toRecords } from './records.ts'
import { searchDecisions } from './search.ts'

interface PageOptions {
  readonly before: string
  readonly limit: number
  readonly budgetMs: number
}

export function listDecisions(
  { store, now }: Context,
  team: string,
  text: Partial<FilterText>,
  { before, limit, budgetMs }: PageOptions,
) {
  return store.inTeam(team, async (q) => {
    const filter = readFilter(text, (await readFirstKeptDay(q, now())) * dayMs)
    const found = await searchDecisions(q, { filter, before: parseCursor(before), limit, budgetMs })
    const decisions = await toRecords(q, found.rows)
    return { decisions, next: formatNext(found.next), searchedTo: found.isPartial ? formatTime(found.next) : '' }
  })
}

const formatNext = (next: Cursor | undefined): string => (next === undefined ? '' : formatCursor(next))
const formatTime = (next: Cursor | undefined): string => (next === undefined ? '' : new Date(next.at).toISOString())
