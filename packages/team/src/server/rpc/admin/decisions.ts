import type { Context } from '../../context.ts'
import { dayMs, readFirstKeptDay } from '../../reports/days.ts'
import { readFilter } from '../../reports/explorer/filter.ts'
import { listDecisions } from '../../reports/explorer/list.ts'
import { listDecisionValues } from '../../reports/explorer/values.ts'
import { setRetention } from '../../reports/retention.ts'
import { type Methods, pageSize } from './methods.ts'
import { getActor } from './require-role.ts'

/** A search ends at the first hour after this time, so that a filter that matches nothing does not hold the page. */
const budgetMs = 120

export const createDecisionMethods = (context: Context) =>
  ({
    async listDecisions({ filter, before, limit }, handler) {
      const { team } = getActor(handler)
      const { decisions, ...rest } = await listDecisions(context, team, filter ?? {}, {
        before,
        limit: pageSize(limit),
        budgetMs,
      })
      return { decisions: decisions.map((record) => ({ ...record, runs: [...record.runs] })), ...rest }
    },
    listDecisionValues({ from, to }, handler) {
      return context.store.inTeam(getActor(handler).team, async (q) => {
        const firstKept = (await readFirstKeptDay(q, context.now())) * dayMs
        return listDecisionValues(q, readFilter({ from, to }, firstKept))
      })
    },
    async getRetention(_request, handler) {
      const { retention_days } = await context.store.inTeam(getActor(handler).team, (q) =>
        q.selectFrom('teams').select('retention_days').executeTakeFirstOrThrow(),
      )
      return { days: retention_days }
    },
    async setRetention({ days }, handler) {
      await setRetention(context, getActor(handler), days)
      return { days }
    },
  }) satisfies Methods
