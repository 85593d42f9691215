/** `GET /api/log`: reads a page of rows, newest first. */
import type { LogFilter, LogRecord } from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import type { LogPage, LogRow, RowKind } from '@hookline/web/wire'
import { type RowFacts, rowFacts, type Scene } from '../scene/scene.ts'
import { badRequest } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { toRow } from './row.ts'
import { hasWantedKind, kindsOf, parseRowFilter, passesOtherFilters, type RowFilter } from './row-filter.ts'

const DEFAULT_LIMIT = 200
const MAX_LIMIT = 2_000
/** Records read per request. A search for a rare word continues with the next request, so that it does not block others. */
const MAX_SCANNED = 5_000

export const logRoute: Route = { method: 'GET', path: '/api/log', answer: readPage }

async function readPage({ scene, query }: PanelRequest): Promise<LogPage> {
  const filter = parseFilter(query)
  const before = query.get('before')
  if (before !== null && !/^\d{1,9}\.\d{1,12}$/.test(before))
    throw badRequest(`before must be the "next" of an earlier page, got ${JSON.stringify(before)}`)
  const limit = parseLimit(query.get('limit'))
  const { rows, counts, where } = gatherRows(parseRowFilter(query), rowFacts(scene))
  // Read it before the page: the stream then sends every row that is written meanwhile, even if the page has it too.
  const newest = before === null ? await readNewestId(scene) : undefined
  const { next } = await scene.log.query({
    ...filter,
    where,
    limit,
    scan: MAX_SCANNED,
    ...(before === null ? {} : { before }),
  })
  return {
    rows,
    counts,
    ...(next === undefined ? {} : { next }),
    ...(newest === undefined ? {} : { newest }),
    // Counting may have to build an index first, so it happens only on request.
    ...(query.has('total') ? { total: await scene.log.count(filter) } : {}),
  }
}

/** Converts each record to a row once, counts its kinds, and collects the rows that pass the filter. */
function gatherRows(filter: RowFilter, facts: RowFacts) {
  const rows: LogRow[] = []
  const counts: Record<RowKind, number> = { denied: 0, asked: 0, failed: 0, slow: 0 }
  const where = (record: LogRecord): boolean => {
    const row = toRow(record, facts)
    if (!passesOtherFilters(filter, record, row)) return false
    for (const kind of kindsOf(row)) counts[kind] += 1
    if (!hasWantedKind(filter, row)) return false
    rows.push(row)
    return true
  }
  return { rows, counts, where }
}

const readNewestId = async ({ log }: Scene): Promise<string | undefined> =>
  (await log.query({ limit: 1 })).records[0]?.id

function parseLimit(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1)
    throw badRequest(`limit must be a number of at least 1, got ${JSON.stringify(text)}`)
  return Math.min(MAX_LIMIT, Number(text))
}

/** A flag is set if it is present, unless its value is `0` or `false`. */
function parseFilter(query: URLSearchParams): LogFilter {
  const flag = (name: string) => {
    const value = query.get(name)
    return value !== null && !['0', 'false'].includes(value) ? { [name]: true } : {}
  }
  const text = (name: string) => {
    const value = query.get(name) ?? ''
    return value === '' ? {} : { [name]: value }
  }
  return {
    ...flag('failed'),
    ...flag('denied'),
    ...flag('asked'),
    ...parseSlow(query.get('slow')),
    ...parseEvent(query.get('event')),
    ...text('entry'),
    ...text('session'),
    ...text('text'),
  }
}

function parseSlow(text: string | null): LogFilter {
  if (text === null || text === '') return {}
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`slow must be a number of milliseconds, got ${JSON.stringify(text)}`)
  return { slowMs: Number(text) }
}

function parseEvent(text: string | null): LogFilter {
  if (text === null || text === '') return {}
  if (!isEventName(text)) throw badRequest(`event must be the name of an event, got ${JSON.stringify(text)}`)
  return { event: text }
}
