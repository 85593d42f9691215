/** Reads the matching decisions of one window of time. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Query, Row, Schema } from '../../store/index.ts'
import { type Filter, needsRuns } from './filter.ts'
import type { SearchWindow } from './hours.ts'
import type { Position } from './position.ts'

export async function readWindow(
  q: Query,
  filter: Filter,
  { from, to }: SearchWindow,
  before: Position | undefined,
  limit: number,
): Promise<Row<'decisions'>[]> {
  const { device, agent, event, kinds, failed } = filter
  let query = q.selectFrom('decisions').selectAll().where('at', '>=', from).where('at', '<', to)
  if (before !== undefined) query = query.where((e) => isAfter(e, before))
  if (device !== undefined) query = query.where('device_id', '=', device)
  if (agent !== undefined) query = query.where('agent', '=', agent)
  if (event !== undefined) query = query.where('event', '=', event)
  if (kinds !== undefined) query = query.where('kind', 'in', kinds)
  if (failed !== undefined) query = query.where('failed', '=', failed)
  // The condition of an index over the few decisions that were not simply allowed, in the same words.
  if (failed === 1 || (kinds !== undefined && !kinds.includes('allow')))
    query = query.where(sql<boolean>`(kind <> 'allow' or failed = 1)`)
  if (needsRuns(filter)) query = query.where((e) => hasRun(e, filter, from, to))
  return query.orderBy('at', 'desc').orderBy('device_id', 'desc').orderBy('sequence', 'desc').limit(limit).execute()
}

type Builder = ExpressionBuilder<Schema, 'decisions'>

function isAfter(e: Builder, { at, last }: Position) {
  if (last === undefined) return e('at', '<', at)
  const { device, sequence } = last
  return e.or([
    e('at', '<', at),
    e.and([e('at', '=', at), e('device_id', '<', device)]),
    e.and([e('at', '=', at), e('device_id', '=', device), e('sequence', '<', sequence)]),
  ])
}

/** Names the times of the window again, so that the database does not have to look into other days. */
function hasRun(e: Builder, { hook, rule, result }: Filter, from: number, to: number) {
  let runs = e
    .selectFrom('runs')
    .select('runs.sequence')
    .whereRef('runs.device_id', '=', 'decisions.device_id')
    .whereRef('runs.at', '=', 'decisions.at')
    .whereRef('runs.sequence', '=', 'decisions.sequence')
    .whereRef('runs.team_id', '=', 'decisions.team_id')
    .where('runs.at', '>=', from)
    .where('runs.at', '<', to)
  if (hook !== undefined) runs = runs.where('runs.hook_id', '=', hook).where(sql<boolean>`runs.hook_id > 0`)
  if (rule !== undefined) runs = runs.where('runs.rule', '=', rule).where(sql<boolean>`runs.rule <> ''`)
  if (result === 'denied') runs = runs.where('runs.outcome', 'in', ['deny', 'blocked'])
  if (result === 'would-deny') runs = runs.where('runs.outcome', '=', 'would-deny')
  if (result === 'failed') runs = runs.where('runs.failure', '<>', '')
  return e.exists(runs)
}
