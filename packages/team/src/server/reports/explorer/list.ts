/** One page of decisions with everything to show them. */
import type { Context } from '../../context.ts'
import { dayMs, readFirstKeptDay } from '../days.ts'
import { type FilterText, readFilter } from './filter.ts'
import { formatPosition, type Position, parsePosition } from './position.ts'
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
    const found = await searchDecisions(q, { filter, before: parsePosition(before), limit, budgetMs })
    const decisions = await toRecords(q, found.rows)
    return { decisions, next: formatNext(found.next), searchedTo: found.isPartial ? formatTime(found.next) : '' }
  })
}

const formatNext = (next: Position | undefined): string => (next === undefined ? '' : formatPosition(next))
const formatTime = (next: Position | undefined): string => (next === undefined ? '' : new Date(next.at).toISOString())
