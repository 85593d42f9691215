/** `GET /api/log`: a page of rows, newest first. */
import type { LogFilter } from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import type { LogPage } from '@hookline/web/wire'
import type { Ask, Route } from './ask.ts'
import { badRequest } from './failure.ts'
import { rowOf } from './row.ts'
import { rowFacts } from './scene.ts'

const USUAL = 200
const MOST = 2_000

export const logRoute: Route = { method: 'GET', path: '/api/log', answer: page }

async function page({ scene, query }: Ask): Promise<LogPage> {
  const filter = filterOf(query)
  const before = query.get('before')
  if (before !== null && !/^\d{1,9}\.\d{1,12}$/.test(before)) throw badRequest('before is not the next of a page')
  const limit = limitOf(query.get('limit'))
  const found = await scene.log.query({ ...filter, limit, ...(before === null ? {} : { before }) })
  const facts = rowFacts(scene)
  return {
    rows: found.records.map((record) => rowOf(record, facts)),
    ...(found.next === undefined ? {} : { next: found.next }),
    // Counting may have to build an index first: nobody waits for that unasked.
    ...(query.has('total') ? { total: await scene.log.count(filter) } : {}),
  }
}

function limitOf(text: string | null): number {
  if (text === null) return USUAL
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1) throw badRequest('limit is no number from 1 on')
  return Math.min(MOST, Number(text))
}

/** The flags count when they are there, unless they say `0` or `false`. */
export function filterOf(query: URLSearchParams): LogFilter {
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
  if (Number.isNaN(ms)) throw badRequest('slow is no number of milliseconds')
  return { slowMs: ms }
}

function event(said: string | null): LogFilter {
  if (said === null || said === '') return {}
  if (!isEventName(said)) throw badRequest(`there is no event ${JSON.stringify(said)}`)
  return { event: said }
}
