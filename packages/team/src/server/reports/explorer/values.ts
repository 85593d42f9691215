/** Lists the values that occur in a period, the most frequent first. It reads only the counts per hour. */
import type { Query } from '../../store/index.ts'
import { hourOf } from '../days.ts'
import type { Filter } from './filter.ts'
import { readHookNames } from './hook-names.ts'

const most = 200

export async function listDecisionValues(q: Query, period: Pick<Filter, 'from' | 'to'>) {
  const events = await readColumn(q, 'event', period)
  const agents = await readColumn(q, 'agent', period)
  const rules = await readRunColumn(q, 'rule', period)
  const ids = (await readRunColumn(q, 'hook_id', period)).map(Number).filter((id) => id > 0)
  const names = await readHookNames(q, ids)
  return {
    events: events.filter(isNamed),
    agents: agents.filter(isNamed),
    rules: rules.map(String).filter(isNamed),
    hooks: ids.map((id) => ({ hookId: BigInt(id), name: names.get(id) ?? '' })),
  }
}

const isNamed = (text: string): boolean => text !== ''

async function readColumn(q: Query, column: 'event' | 'agent', { from, to }: Pick<Filter, 'from' | 'to'>) {
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

async function readRunColumn(q: Query, column: 'rule' | 'hook_id', { from, to }: Pick<Filter, 'from' | 'to'>) {
  const rows = await q
    .selectFrom('run_hours')
    .select(({ fn }) => [`${column} as value`, fn.sum<number>('runs').as('n')])
    .where('hour', '>=', hourOf(from))
    .where('hour', '<', to)
    .groupBy(column)
    .orderBy('n', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ value }) => value)
}
