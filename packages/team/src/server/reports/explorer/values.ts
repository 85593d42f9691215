/** Lists the values that occur in a period, the most frequent first. It reads only the counts per hour. */
import type { Query } from '../../store/index.ts'
import { hourOf } from '../days.ts'
import type { Filter } from './filter.ts'
import { readHookNames } from './hook-names.ts'

const most = 200

type Period = Pick<Filter, 'from' | 'to'>

export async function listDecisionValues(q: Query, period: Period) {
  const events = await readColumn(q, 'event', period)
  const agents = await readColumn(q, 'agent', period)
  const rules = await readRules(q, period)
  const ids = await readHookIds(q, period)
  const names = await readHookNames(q, ids)
  return {
    events: events.filter(isNamed),
    agents: agents.filter(isNamed),
    rules: rules.filter(isNamed),
    hooks: ids.map((id) => ({ hookId: BigInt(id), name: names.get(id) ?? '' })),
  }
}

const isNamed = (text: string): boolean => text !== ''

async function readColumn(q: Query, column: 'event' | 'agent', { from, to }: Period) {
  const rows = await q
    .selectFrom('decision_hours')
    .select(({ fn }) => [`${column} as value`, fn.sum<number>('decisions').as('n')])
    .where('hour', '>=', hourOf(from))
    .where('hour', '<', to)
    .groupBy(column)
    .orderBy('n', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ value }) => value)
}

const readRules = async (q: Query, period: Period) =>
  (await countRuns(q, 'rule', period).execute()).map(({ value }) => String(value))

/** Without hooks that the team never had: a machine may report any number. */
const readHookIds = async (q: Query, period: Period) =>
  (await countRuns(q, 'hook_id', period).where('hook_id', 'in', q.selectFrom('hooks').select('id')).execute()).map(
    ({ value }) => Number(value),
  )

const countRuns = (q: Query, column: 'rule' | 'hook_id', { from, to }: Period) =>
  q
    .selectFrom('run_hours')
    .select(({ fn }) => [`${column} as value`, fn.sum<number>('runs').as('n')])
    .where('hour', '>=', hourOf(from))
    .where('hour', '<', to)
    .groupBy(column)
    .orderBy('n', 'desc')
    .limit(most)
