/** `GET /api/log`: a page of rows, newest first. */
import type { LogFilter, LogRecord } from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import type { LogPage, LogRow, RowKind } from '@hookline/web/wire'
import { rowFacts, type Scene } from '../scene/scene.ts'
import type { Ask, Route } from '../server/ask.ts'
import { badRequest } from '../server/failure.ts'
import { type RowFacts, rowOf } from './row.ts'
import { isOfKinds, kindsOf, passesOthers, type RowFilter, rowFilterOf } from './row-filter.ts'

const USUAL = 200
const MOST = 2_000
/** Records read for one answer: a search for something rare goes on with the next request, and others get their turn. */
const SCAN = 5_000

export const logRoute: Route = { method: 'GET', path: '/api/log', answer: page }

async function page({ scene, query }: Ask): Promise<LogPage> {
  const filter = filterOf(query)
  const before = query.get('before')
  if (before !== null && !/^\d{1,9}\.\d{1,12}$/.test(before)) throw badRequest('before must be the next of a page')
  const limit = limitOf(query.get('limit'))
  const { rows, counts, where } = gatherRows(rowFilterOf(query), rowFacts(scene))
  // Before the page is read: what is written meanwhile is then told by the live stream, and by the page perhaps too.
  const newest = before === null ? await newestOf(scene) : undefined
  const { next } = await scene.log.query({
    ...filter,
    where,
    limit,
    scan: SCAN,
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

/** Makes each record a row once, counts its kinds, and keeps it if it is one of those to be shown. */
function gatherRows(filter: RowFilter, facts: RowFacts) {
  const rows: LogRow[] = []
  const counts: Record<RowKind, number> = { denied: 0, asked: 0, failed: 0, slow: 0 }
  const where = (record: LogRecord): boolean => {
    const row = rowOf(record, facts)
    if (!passesOthers(filter, record, row)) return false
    for (const kind of kindsOf(row)) counts[kind] += 1
    if (!isOfKinds(filter, row)) return false
    rows.push(row)
    return true
  }
  return { rows, counts, where }
}

const newestOf = async ({ log }: Scene): Promise<string | undefined> => (await log.query({ limit: 1 })).records[0]?.id

function limitOf(text: string | null): number {
  if (text === null) return USUAL
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1) throw badRequest('limit must be a number from 1 on')
  return Math.min(MOST, Number(text))
}

/** The flags count when they are there, unless they say `0` or `false`. */
function filterOf(query: URLSearchParams): LogFilter {
  const flag = (name: string) => {
    const said = query.get(name)
    return said !== null && !['0', 'false'].includes(said) ? { [name]: true } : {}
  }
  const text = (name: string) => {
    const said = query.get(name) ?? ''
    return said === '' ? {} : { [name]: said }
  }
  return {
    ...flag('failed'),
    ...flag('denied'),
    ...flag('asked'),
    ...slow(query.get('slow')),
    ...event(query.get('event')),
    ...text('entry'),
    ...text('session'),
    ...text('text'),
  }
}

function slow(said: string | null): LogFilter {
  if (said === null || said === '') return {}
  const ms = /^\d{1,9}$/.test(said) ? Number(said) : Number.NaN
  if (Number.isNaN(ms)) throw badRequest('slow must be a number of milliseconds')
  return { slowMs: ms }
}

function event(said: string | null): LogFilter {
  if (said === null || said === '') return {}
  if (!isEventName(said)) throw badRequest(`there is no event ${JSON.stringify(said)}`)
  return { event: said }
}
