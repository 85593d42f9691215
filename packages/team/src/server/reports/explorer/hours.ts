/** Lists the hours in which there can be matches, the newest first, merged where one hour has few. */
import type { Query } from '../../store/index.ts'
import { hourMs, hourOf } from '../days.ts'
import { type Filter, needsRuns } from './filter.ts'

/** `from` is included and `to` is not. */
export interface SearchWindow {
  readonly from: number
  readonly to: number
}

interface CountedHour {
  readonly hour: number
  readonly count: number
}

const batchSize = 500

/** `wanted` is how many decisions the caller needs: neighbouring hours are read together until they have as many. */
export async function* readHours(q: Query, filter: Filter, to: number, wanted: number): AsyncGenerator<SearchWindow> {
  let end = to
  while (end > filter.from) {
    const hours = needsRuns(filter) ? await readRunHours(q, filter, end) : await readDecisionHours(q, filter, end)
    for (const { from, to: until } of mergeHours(hours, wanted))
      yield { from: Math.max(from, filter.from), to: Math.min(until, end) }
    const last = hours.at(-1)
    if (last === undefined || hours.length < batchSize) return
    end = last.hour
  }
}

export function* mergeHours(hours: readonly CountedHour[], wanted: number): Generator<SearchWindow> {
  let window: SearchWindow | undefined
  let count = 0
  for (const { hour, count: inHour } of hours) {
    const isNext = window !== undefined && hour + hourMs === window.from && count < wanted
    if (window !== undefined && !isNext) yield window
    window = { from: hour, to: isNext && window !== undefined ? window.to : hour + hourMs }
    count = isNext ? count + inHour : inHour
  }
  if (window !== undefined) yield window
}

async function readDecisionHours(q: Query, { agent, event, kinds, failed, from }: Filter, to: number) {
  let query = q
    .selectFrom('decision_hours')
    .select(({ fn }) => ['hour', fn.sum<number>('decisions').as('count')])
    .where('hour', '>=', hourOf(from))
    .where('hour', '<', to)
  if (agent !== undefined) query = query.where('agent', '=', agent)
  if (event !== undefined) query = query.where('event', '=', event)
  if (kinds !== undefined) query = query.where('kind', 'in', kinds)
  if (failed !== undefined) query = query.where('failed', '=', failed)
  return query.groupBy('hour').orderBy('hour', 'desc').limit(batchSize).execute()
}

async function readRunHours(q: Query, { hook, rule, result, from }: Filter, to: number) {
  let query = q
    .selectFrom('run_hours')
    .select(({ fn }) => ['hour', fn.sum<number>('runs').as('count')])
    .where('hour', '>=', hourOf(from))
    .where('hour', '<', to)
  if (hook !== undefined) query = query.where('hook_id', '=', hook)
  if (rule !== undefined) query = query.where('rule', '=', rule)
  // What hooks would have denied is not counted per hour.
  if (result === 'denied') query = query.where('denies', '>', 0)
  if (result === 'failed') query = query.where('failures', '>', 0)
  return query.groupBy('hour').orderBy('hour', 'desc').limit(batchSize).execute()
}
