/** The filters of the Now page as a query, and labels for its rows. Pure. */
import { formatMs } from '../kit/text.ts'
import type { LogRow, RowKind } from '../wire/panel.ts'

export const SLOW_MS = 200

/** Why a row counts as slow; undefined: it does not. */
export function describeSlowness({ slow, ms: took, budgetMs }: LogRow): string | undefined {
  if (!slow) return undefined
  const isOverHalf = budgetMs !== undefined && took > budgetMs / 2
  return isOverHalf ? `over half of its ${formatMs(budgetMs)}` : `over ${SLOW_MS} ms`
}

export const kindNames: readonly RowKind[] = ['denied', 'asked', 'failed', 'slow']

export interface Filters {
  /** Rows of any of these kinds; empty: all rows. */
  readonly kinds: readonly RowKind[]
  readonly agent?: string | undefined
  /** The id or name of a hook: only events for which it ran. */
  readonly hook?: string | undefined
  readonly session?: string | undefined
  /** Only rows of this workspace. */
  readonly root?: string | undefined
  readonly text: string
}
export const noFilters: Filters = { kinds: [], text: '' }

export const isFiltering = (filters: Filters): boolean => toQuery(filters) !== ''

/** The query of `GET /api/log` and `GET /api/live`. */
export function toQuery({ kinds, agent, hook, session, root, text }: Filters): string {
  const query = new URLSearchParams(kinds.map((kind) => ['kind', kind]))
  const search = text.trim()
  for (const [name, value] of Object.entries({ agent, hook, session, root, search }))
    if (value !== undefined && value !== '') query.set(name, value)
  return query.toString()
}

/** The filters of an address, which is untrusted input; undefined if it has none. */
export function fromQuery(text: string): Filters | undefined {
  const query = new URLSearchParams(text)
  const filters = makeFilters(query.getAll('kind'), query.get('search'), (name) => query.get(name))
  return isFiltering(filters) ? filters : undefined
}

/** Filters from values that no one has checked yet. What is of another type, or not a kind, is left out. */
export function makeFilters(kinds: unknown, text: unknown, read: (name: string) => unknown): Filters {
  const chosen: readonly unknown[] = Array.isArray(kinds) ? kinds : []
  const readText = (name: string) => asText(read(name))
  return {
    kinds: kindNames.filter((kind) => chosen.includes(kind)),
    agent: readText('agent'),
    hook: readText('hook'),
    session: readText('session'),
    root: readText('root'),
    text: asText(text) ?? '',
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The number of rows, and whether the list is complete. */
export function describeExtent(shown: number, more: boolean, reading: boolean, filtering: boolean): string {
  const count = shown.toLocaleString('en')
  const events = `event${shown === 1 ? '' : 's'}`
  if (filtering) {
    if (!more) return `${count} matching ${events} in the whole log.`
    return `${count} matching ${events} so far. ${reading ? 'Searching older events…' : 'Scroll down to search older events.'}`
  }
  if (!more) return `${count} ${events}: the whole log.`
  return `The newest ${count} ${events}. ${reading ? 'Loading older events…' : 'Scroll down for older ones.'}`
}

/** The name of the workspace of a row, if it is not the workspace of the panel. */
export const otherWorkspace = (row: LogRow, root: string | undefined): string | undefined =>
  row.root === undefined || root === undefined || row.root === root ? undefined : folderOf(row.root)

const folderOf = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path
