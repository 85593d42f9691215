/**
 * Finds decisions, the newest first. The counts per hour show in which hours there is something to find, so a search never
 * reads the reports of other hours. A search that takes too long ends with what it has found, and where it stopped.
 */
import type { Query, Row } from '../../store/index.ts'
import type { Filter } from './filter.ts'
import { readHours, type SearchWindow } from './hours.ts'
import type { Position } from './position.ts'
import { readWindow } from './window.ts'

export interface SearchOptions {
  readonly filter: Filter
  readonly before: Position | undefined
  readonly limit: number
  /** After this time the search does not begin another window. */
  readonly budgetMs: number
}

export interface Found {
  readonly rows: readonly Row<'decisions'>[]
  /** Where the next page begins. */
  readonly next?: Position
  /** True if the search ended early. */
  readonly isPartial: boolean
}

export async function searchDecisions(q: Query, { filter, before, limit, budgetMs }: SearchOptions): Promise<Found> {
  const startedAt = performance.now()
  const rows: Row<'decisions'>[] = []
  let searchedTo: number | undefined
  for await (const window of listWindows(q, filter, before, limit)) {
    if (searchedTo !== undefined && performance.now() - startedAt > budgetMs)
      return { rows, next: { at: searchedTo }, isPartial: true }
    // Read one more, to see whether there is another page.
    rows.push(...(await readWindow(q, filter, window, before, limit + 1 - rows.length)))
    const last = rows[limit - 1]
    if (rows.length > limit && last !== undefined)
      return { rows: rows.slice(0, limit), next: toPosition(last), isPartial: false }
    searchedTo = window.from
  }
  return { rows, isPartial: false }
}

const toPosition = ({ at, device_id, sequence }: Row<'decisions'>): Position => ({
  at,
  last: { device: device_id, sequence },
})

/** The first time that is not part of the page after this one. */
const endOf = (before: Position | undefined): number =>
  before === undefined ? Number.MAX_SAFE_INTEGER : before.last === undefined ? before.at : before.at + 1

/** One device has few decisions, so they need no hours. Others are searched hour by hour. */
async function* listWindows(
  q: Query,
  filter: Filter,
  before: Position | undefined,
  limit: number,
): AsyncGenerator<SearchWindow> {
  const to = Math.min(filter.to, endOf(before))
  if (filter.device !== undefined) yield { from: filter.from, to }
  else yield* readHours(q, filter, to, limit)
}
